local health = {status = "Progressing", message = "the operator has not seen this generation"}
local status = obj.status
if status == nil or status.observedGeneration ~= obj.metadata.generation then
  return health
end
local labels = obj.metadata.labels or {}
local sentinel = labels["@PURPOSE@"] == "@DRIFT@"
for _, condition in ipairs(status.conditions or {}) do
  if condition.status == "True" then
    if condition.type == "Ready" then
      health.status = "Healthy"
      health.message = condition.message
      if obj.spec.preview and not sentinel then
        health.message = "frozen: previews only, no update and no backup"
      end
    elseif condition.type == "Stalled" then
      health.status = "Degraded"
      health.message = condition.reason .. ": " .. (condition.message or "")
      if sentinel then
        health.status = "Healthy"
        health.message = "drift, or the check failed: " .. health.message
      end
    elseif condition.type == "Reconciling" then
      health.message = condition.reason .. ": " .. (condition.message or "")
    end
  end
end
return health
