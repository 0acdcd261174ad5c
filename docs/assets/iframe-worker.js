/* Pages opened from file:// may start no Worker, and the search runs in one: a hidden frame with
   the same script takes its place. Elsewhere nothing changes. */
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super()
      this.onmessage = null
      this.frame = document.createElement("iframe")
      this.frame.hidden = true
      document.body.append(this.frame)
      const inner = this.frame.contentWindow
      inner.document.open()
      inner.document.write("<!doctype html><body></body>")
      inner.document.close()
      inner.postMessage = (data) => this.receive(data)
      inner.importScripts = (...urls) =>
        urls.reduce((before, each) => before.then(() => this.load(each)), Promise.resolve())
      this.ready = this.load(url)
    }

    load(url) {
      return new Promise((loaded, failed) => {
        const script = this.frame.contentDocument.createElement("script")
        script.src = new URL(url, location.href).href
        script.onload = loaded
        script.onerror = failed
        this.frame.contentDocument.body.append(script)
      })
    }

    receive(data) {
      const event = new MessageEvent("message", { data })
      this.dispatchEvent(event)
      if (this.onmessage) this.onmessage(event)
    }

    postMessage(data) {
      this.ready.then(() => {
        const inner = this.frame.contentWindow
        inner.dispatchEvent(new inner.MessageEvent("message", { data }))
      })
    }

    terminate() {
      this.frame.remove()
    }
  }
}
