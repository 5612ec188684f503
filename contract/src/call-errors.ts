// The errors of model calls, and of reading any request.

/** One error: its status, and its message in both languages with `{names}` of facts. */
export interface ErrorEntry {
  readonly status: number
  readonly zh: string
  readonly en: string
  /** The `type` in a model call's error envelope. */
  readonly type?:
    | 'invalid_request_error'
    | 'authentication_error'
    | 'permission_error'
    | 'insufficient_quota'
    | 'rate_limit_error'
    | 'upstream_error'
    | 'server_error'
}

/** One meaning under several codes: clients of this family tell invalid requests apart by the kind of request. */
const invalidRequest = {
  status: 400,
  type: 'invalid_request_error',
  zh: '请求参数有误：{detail}',
  en: 'Invalid request: {detail}',
} as const

// biome-ignore format: one error to a line reads as the table that it is
export const callErrors = {
  // Reading a request
  bad_json: { status: 400, type: 'invalid_request_error', zh: '请求体不是合法的 JSON：{detail}', en: 'The request body is not valid JSON: {detail}' },
  bad_request: invalidRequest,
  invalid_text_request: invalidRequest,
  invalid_claude_request: invalidRequest,
  invalid_responses_request: invalidRequest,
  invalid_embedding_request: invalidRequest,
  invalid_audio_request: invalidRequest,
  invalid_image_request: invalidRequest,
  invalid_query: invalidRequest,
  invalid_documents: invalidRequest,
  bad_form: { status: 200, zh: '请检查输入', en: 'Please check the input' },
  model_required: { status: 400, type: 'invalid_request_error', zh: '未指定模型名称，模型名称不能为空', en: 'You must provide a model parameter' },
  body_too_large: { status: 413, type: 'invalid_request_error', zh: '请求体超过上限 {limit}', en: 'The request body exceeds the limit of {limit}' },
  body_too_slow: { status: 408, type: 'invalid_request_error', zh: '请求体上传过慢，连接已断开', en: 'The request body arrived too slowly' },
  too_deep: { status: 400, type: 'invalid_request_error', zh: '请求体嵌套超过 {limit} 层', en: 'The request body is nested deeper than {limit} levels' },
  too_many_objects: { status: 413, type: 'invalid_request_error', zh: '请求体中的对象和数组超过 {limit} 个', en: 'The request body contains more than {limit} objects and arrays' },
  too_many_values: { status: 413, type: 'invalid_request_error', zh: '请求体中的值超过 {limit} 个', en: 'The request body contains more than {limit} values' },
  too_many_texts: { status: 413, type: 'invalid_request_error', zh: '请求体中的字符串和字段名超过 {limit} 个', en: 'The request body contains more than {limit} strings and field names' },
  too_many_fields: { status: 413, type: 'invalid_request_error', zh: '请求体中单个对象的字段超过 {limit} 个', en: 'An object in the request body has more than {limit} fields' },
  too_many_escapes: { status: 413, type: 'invalid_request_error', zh: '请求体中的转义字符超过 {limit} 个', en: 'The request body contains more than {limit} escaped characters' },
  body_needs_balance: { status: 413, type: 'insufficient_quota', zh: '余额或令牌额度用尽时，请求体最多 {megabytes} MB、{values} 个值', en: 'With no balance or quota left, a request body may contain at most {megabytes} MB and {values} values' },
  too_many_large_bodies: { status: 429, type: 'rate_limit_error', zh: '同时发送的大请求过多，请稍后再试', en: 'You are sending too many large requests at once. Try again shortly.' },
  bad_encoding: { status: 415, type: 'invalid_request_error', zh: '不支持的请求体编码：{encoding}', en: 'Unsupported content encoding: {encoding}' },
  unsupported_media_type: { status: 415, type: 'invalid_request_error', zh: '请求的 Content-Type 必须为 application/json', en: 'The Content-Type of the request must be application/json' },
  address_too_long: { status: 414, type: 'invalid_request_error', zh: '请求地址超过上限 {limit}', en: 'The URL exceeds the limit of {limit}' },
  too_many_headers: { status: 431, type: 'invalid_request_error', zh: '请求头超过 {limit} 个', en: 'The request has more than {limit} headers' },
  unknown_path: { status: 404, type: 'invalid_request_error', zh: '接口不存在：{method} {path}', en: 'Invalid URL ({method} {path})' },
  api_not_implemented: { status: 501, type: 'server_error', zh: '本站尚未实现该接口：{method} {path}', en: 'This endpoint is not implemented: {method} {path}' },
  method_not_allowed: { status: 405, type: 'invalid_request_error', zh: '该接口不支持 {method}', en: 'This endpoint does not support {method}' },
  // Who is calling, on model calls
  token_missing: { status: 401, type: 'authentication_error', zh: '未提供令牌', en: 'No API key was provided' },
  token_conflict: { status: 401, type: 'authentication_error', zh: '请求中包含多个不同的令牌', en: 'The request contains several different API keys' },
  invalid_token: { status: 401, type: 'authentication_error', zh: '无效的令牌', en: 'Invalid API key' },
  token_disabled: { status: 401, type: 'authentication_error', zh: '该令牌已被禁用', en: 'This API key is disabled' },
  token_expired: { status: 401, type: 'authentication_error', zh: '该令牌已过期', en: 'This API key has expired' },
  token_exhausted: { status: 401, type: 'insufficient_quota', zh: '该令牌额度已用尽', en: 'This API key has used up its quota' },
  user_banned: { status: 403, type: 'permission_error', zh: '该用户已被封禁', en: 'This user is banned' },
  ip_not_allowed: { status: 403, type: 'permission_error', zh: '你的 IP 地址 {ip} 不在该令牌的 IP 白名单中', en: 'Your IP address {ip} is not among the allowed IPs of this API key' },
  ip_contradictory: { status: 403, type: 'permission_error', zh: '反向代理的请求头 X-Real-IP 与 X-Forwarded-For 互相矛盾，无法确定你的 IP 地址，而该令牌设有 IP 白名单。请联系管理员', en: "The reverse proxy's headers X-Real-IP and X-Forwarded-For contradict each other, so your IP address is not known, and this API key has allowed IPs. Contact your administrator." },
  model_not_allowed: { status: 403, type: 'permission_error', zh: '该令牌无权使用模型：{model}', en: 'This API key is not allowed to use model {model}' },
  group_not_allowed: { status: 403, type: 'permission_error', zh: '无权使用分组 {group}', en: 'You are not allowed to use group {group}' },
  group_ratio_missing: { status: 403, type: 'permission_error', zh: '分组 {group} 未设置倍率，请联系管理员', en: 'No ratio is set for group {group}. Contact your administrator.' },
  pinned_channel_forbidden: { status: 403, type: 'permission_error', zh: '只有管理员可以指定渠道', en: 'Only administrators can specify a channel' },
  pinned_channel_unknown: { status: 400, type: 'invalid_request_error', zh: '无效的渠道 ID', en: 'Invalid channel ID' },
  pinned_channel_disabled: { status: 403, type: 'permission_error', zh: '该渠道已被禁用', en: 'This channel is disabled' },
  sensitive_words_detected: { status: 400, type: 'invalid_request_error', zh: '提示词中含有屏蔽词，请求已被拒绝', en: 'The prompt contains sensitive words, so the request was rejected' },
  browser_extension_blocked: { status: 403, type: 'permission_error', zh: '不允许浏览器扩展调用', en: 'Calls from browser extensions are not allowed' },
  rate_limit_exceeded: { status: 429, type: 'rate_limit_error', zh: '请求过于频繁：{seconds} 秒内最多 {limit} 次请求', en: 'Too many requests: the limit is {limit} requests in {seconds} seconds' },
  tokens_per_minute_exceeded: { status: 429, type: 'rate_limit_error', zh: '每分钟最多使用 {limit} 个 Token，请稍后再试', en: 'Too many tokens: the limit is {limit} tokens a minute. Try again shortly.' },
  calls_at_once_exceeded: { status: 429, type: 'rate_limit_error', zh: '同时进行的调用最多 {limit} 个，请稍后再试', en: 'Too many calls at the same time: the limit is {limit}. Try again shortly.' },
  call_beyond_token_limit: { status: 400, type: 'invalid_request_error', zh: '本次调用最多可能使用 {tokens} 个 Token，超过每分钟 {limit} 个的限制；请缩短输入，或指定更小的输出上限', en: 'This call may use {tokens} tokens, more than the limit of {limit} a minute. Shorten the input, or set a lower maximum of output tokens.' },
  too_many_drains: { status: 429, type: 'rate_limit_error', zh: '你有 {limit} 个请求已断开，但供应商尚未返回用量，请稍后再试', en: 'You disconnected from {limit} calls whose usage is not yet known. Try again shortly.' },
  access_revoked: { status: 403, type: 'permission_error', zh: '该令牌或用户的访问权限已被撤销，调用已中止', en: 'Access was revoked for this API key or user, so the call was stopped' },
  // Where to
  model_not_found: { status: 404, type: 'invalid_request_error', zh: '模型 {model} 不存在', en: 'The model {model} does not exist' },
  get_channel_failed: { status: 503, type: 'server_error', zh: '分组 {group} 下模型 {model} 暂无可用渠道', en: 'No channel is available for model {model} in group {group}' },
  virtual_model_unfit: { status: 400, type: 'invalid_request_error', zh: '模型 {model} 没有适用于此类调用的实际模型', en: 'No model that serves {model} accepts this kind of call' },
  model_price_error: { status: 400, type: 'invalid_request_error', zh: '模型 {model} 未设置价格，请联系管理员', en: 'No price is set for model {model}. Contact your administrator.' },
  context_length_exceeded: { status: 400, type: 'invalid_request_error', zh: '输入超过所有可用渠道的上限', en: 'The input exceeds the limit of every available channel' },
  cannot_translate: { status: 400, type: 'invalid_request_error', zh: '该模型的渠道不支持此接口', en: 'No channel for this model supports this endpoint' },
  untranslatable: { status: 400, type: 'invalid_request_error', zh: '该模型的渠道不支持请求中的以下内容：{fields}', en: 'The channel for this model does not support: {fields}' },
  media_not_fetched: { status: 400, type: 'invalid_request_error', zh: '无法获取请求中以地址引用的媒体：{fields}。地址须可公开访问，每个文件不超过 20 MB', en: 'Media that the request names by address could not be fetched: {fields}. Addresses must be public, and files at most 20 MB' },
  vendor_id_not_given: { status: 400, type: 'invalid_request_error', zh: '请求按 ID 引用了供应商账户中保存的内容，但这些 ID 不是本站提供给你的：{fields}', en: 'The request refers by ID to content stored in the provider account, but these IDs were not provided to you here: {fields}' },
  file_not_found: { status: 404, type: 'invalid_request_error', zh: '找不到文件 {id}', en: 'No such file: {id}' },
  files_not_kept: { status: 400, type: 'invalid_request_error', zh: '分组 {group} 下没有可保存文件的渠道', en: 'No channel of group {group} can store files' },
  files_full: { status: 413, type: 'invalid_request_error', zh: '每个用户最多保存 {count} 个文件、共 {limit}，请先删除不再需要的文件', en: 'Each user may store {count} files, {limit} in total. Delete files that are no longer needed first.' },
  files_need_balance: { status: 403, type: 'insufficient_quota', zh: '余额或令牌额度用尽时不能上传文件', en: 'Files cannot be uploaded with no balance or quota left' },
  file_channel_gone: { status: 503, type: 'server_error', zh: '保存该文件的渠道目前不可用', en: 'The channel that stores this file is currently not available' },
  file_elsewhere: { status: 400, type: 'invalid_request_error', zh: '请求引用的文件保存在不提供模型 {model} 的渠道，请改用该渠道的模型，或在上传地址中指定该模型后重新上传', en: 'The files of this request are stored at a channel that does not serve model {model}. Use a model of that channel, or upload the files again with the model named in the address (?model=).' },
  files_apart: { status: 400, type: 'invalid_request_error', zh: '请求引用的文件保存在不同的渠道，无法在一次调用中使用', en: 'The files of this request are stored at different channels and cannot be used in one call' },
  cache_not_extended: { status: 400, type: 'invalid_request_error', zh: '缓存内容按创建时的时长计费，只能缩短，不能延长。请新建一个', en: 'Cached content is charged for its lifetime when it is created, so its lifetime can only be shortened. Create another one instead.' },
  task_not_found: { status: 404, type: 'invalid_request_error', zh: '任务 {id} 不存在', en: 'Task {id} does not exist' },
  task_not_finished: { status: 400, type: 'invalid_request_error', zh: '任务 {id} 尚未成功完成，不能执行后续操作', en: 'Task {id} has not succeeded yet, so no further action is possible' },
  batch_not_ended: { status: 409, type: 'invalid_request_error', zh: '批处理 {id} 尚未结束', en: 'Batch {id} has not ended yet' },
  film_failed: { status: 400, type: 'invalid_request_error', zh: '视频 {id} 生成失败，不能在其基础上继续生成', en: 'Video {id} has failed, so it cannot be used for another video' },
  film_not_changed: { status: 400, type: 'invalid_request_error', zh: '视频 {id} 的供应商不支持重制、编辑或延长视频', en: 'The provider of video {id} does not remix, edit or extend its videos' },
  task_channel_gone: { status: 503, type: 'server_error', zh: '该任务所在的渠道目前不可用', en: 'The channel of this task is currently not available' },
  task_key_in_use: { status: 409, type: 'invalid_request_error', zh: '使用同一 Idempotency-Key 的另一个请求仍在处理中，请稍后重试', en: 'Another request with this Idempotency-Key is still being processed. Try again later.' },
  task_file_gone: { status: 404, type: 'invalid_request_error', zh: '该任务的文件已不可获取', en: 'The file of this task cannot be loaded any more' },
  picture_not_ready: { status: 504, type: 'upstream_error', zh: '图片仍在生成，完成后计费。可在任务日志中查看任务 {id}，或使用相同的 Idempotency-Key 再次请求', en: 'The image is still being generated and is charged once it is done. Find it as task {id} in the task logs, or repeat the request with the same Idempotency-Key.' },
  task_failed: { status: 502, type: 'upstream_error', zh: '任务失败：{detail}', en: 'The task failed: {detail}' },
  upload_not_found: { status: 404, type: 'invalid_request_error', zh: '上传会话不存在或已过期', en: 'This upload does not exist or has expired' },
  previous_response_not_found: { status: 400, type: 'invalid_request_error', zh: '找不到上一个响应 {id}', en: 'Previous response with id {id} not found' },
  response_not_found: { status: 404, type: 'invalid_request_error', zh: '找不到响应 {id}', en: 'Response with id {id} not found' },
  response_not_cancellable: { status: 400, type: 'invalid_request_error', zh: '该响应不在后台运行，无法取消', en: 'This response does not run in the background, so it cannot be canceled' },
  response_not_finished: { status: 400, type: 'invalid_request_error', zh: '响应 {id} 尚未完成', en: 'Response {id} is not finished yet' },
  steering_not_supported: { status: 400, type: 'invalid_request_error', zh: '不支持在响应生成过程中追加输入，请在其完成后发送', en: 'Input cannot be added to a response that is in progress. Send it when the response is complete.' },
  client_secret_too_long: { status: 400, type: 'invalid_request_error', zh: '会话配置过长，无法放入临时密钥，请缩短其中的指令或工具', en: 'The session is too long for a client secret. Shorten its instructions or tools.' },
  socket_needed: { status: 426, type: 'invalid_request_error', zh: '此接口需要通过 WebSocket 访问', en: 'This endpoint needs a WebSocket connection' },
  too_many_sockets: { status: 429, type: 'rate_limit_error', zh: '每个用户最多同时打开 {limit} 个 WebSocket 连接', en: 'Each user may have {limit} WebSocket connections open at a time' },
  upgrade_required: { status: 426, type: 'invalid_request_error', zh: '本站未启用 WebSocket，请使用普通请求', en: 'WebSocket is not enabled here. Use ordinary requests.' },
  response_interrupted: { status: 500, type: 'server_error', zh: '服务重启，响应中断', en: 'The server was restarted before this response was complete' },
  kept_too_large: { status: 413, type: 'invalid_request_error', zh: '请求超过每个用户可保存的上限 {limit}，请缩短输入，或不使用 background 和 store', en: 'The request exceeds the {limit} that can be stored per user. Shorten the input, or send it without background and store.' },
  background_not_stored: { status: 400, type: 'invalid_request_error', zh: '后台运行（background）的响应必须保存，不能设置 store: false', en: 'A background response must be stored, so store cannot be false' },
  // Money
  insufficient_user_quota: { status: 403, type: 'insufficient_quota', zh: '账户余额不足：需预扣 {need:quota}，剩余 {available:quota}{way_out}', en: 'Insufficient balance: {need:quota} required, {available:quota} left{way_out}' },
  token_budget_used_up: { status: 403, type: 'insufficient_quota', zh: '该令牌的消费上限（{limit:quota}）不足以支付本次调用，将于 {renews_at} 恢复', en: 'The spending limit of this API key ({limit:quota}) does not cover this call. It renews at {renews_at}.' },
  user_budget_used_up: { status: 403, type: 'insufficient_quota', zh: '账户的消费上限（{limit:quota}）不足以支付本次调用，将于 {renews_at} 恢复', en: 'The spending limit of this account ({limit:quota}) does not cover this call. It renews at {renews_at}.' },
  token_limit_reached: { status: 403, type: 'insufficient_quota', zh: '本周期内最多使用 {limit} 个 Token，剩余不足以完成本次调用，将于 {renews_at} 恢复', en: 'The limit of {limit} tokens does not leave enough for this call. It renews at {renews_at}.' },
  call_limit_reached: { status: 403, type: 'insufficient_quota', zh: '本周期内最多 {limit} 次调用，已用尽，将于 {renews_at} 恢复', en: 'The limit of {limit} calls is used up. It renews at {renews_at}.' },
  pre_consume_token_quota_failed: { status: 403, type: 'insufficient_quota', zh: '令牌额度不足：需预扣 {need:quota}，剩余 {available:quota}{way_out}', en: 'Insufficient quota on this API key: {need:quota} required, {available:quota} left{way_out}' },
  billing_busy: { status: 503, type: 'server_error', zh: '计费服务繁忙，请稍后再试', en: 'Billing is busy. Try again shortly.' },
  overloaded: { status: 503, type: 'server_error', zh: '服务繁忙，请稍后再试', en: 'The server is overloaded. Try again shortly.' },
  shutting_down: { status: 503, type: 'server_error', zh: '服务正在重启，请稍后再试', en: 'The server is restarting. Try again shortly.' },
  not_set_up: { status: 503, type: 'server_error', zh: '系统尚未初始化', en: 'The server is not set up yet' },
  // The upstream
  upstream_error: { status: 502, type: 'upstream_error', zh: '供应商错误：{detail}', en: 'Provider error: {detail}' },
  do_request_failed: { status: 502, type: 'upstream_error', zh: '无法连接供应商', en: 'Could not connect to the provider' },
  upstream_timeout: { status: 504, type: 'upstream_error', zh: '供应商响应超时', en: 'The provider did not respond in time' },
  upstream_truncated: { status: 502, type: 'upstream_error', zh: '供应商在响应完成前断开', en: 'The provider disconnected before the response was complete' },
  read_response_body_failed: { status: 502, type: 'upstream_error', zh: '供应商返回了无法识别的内容', en: 'The provider returned an unreadable response' },
  event_too_large: { status: 502, type: 'upstream_error', zh: '供应商返回的单个事件过大', en: 'The provider sent an event that is too large' },
  response_too_large: { status: 502, type: 'upstream_error', zh: '供应商返回的内容过大', en: 'The provider returned a response that is too large' },
  channels_resting: { status: 503, type: 'server_error', zh: '当前分组的供应商暂时不可用，请稍后再试', en: 'The providers of this group are failing at the moment. Try again later.' },
  upstream_saturated: { status: 429, type: 'rate_limit_error', zh: '{model} 的渠道均已限流，请稍后重试', en: 'All channels for {model} are rate-limited. Try again shortly.' },
  upstream_hidden: { status: 502, type: 'upstream_error', zh: '供应商错误，状态码 {status}', en: 'Provider error with status code {status}' },
  gateway_shutdown: { status: 503, type: 'server_error', zh: '服务正在重启，响应被中断', en: 'The server is restarting, so the response was cut off' },
  quota_cut: { status: 403, type: 'insufficient_quota', zh: '额度已用尽，响应被中断', en: 'The quota ran out, so the response was cut off' },
  total_timeout: { status: 504, type: 'upstream_error', zh: '响应超过总时限', en: 'The response exceeded the total time limit' },
  settlement_failed: { status: 503, type: 'server_error', zh: '费用未能记录，响应被中断', en: 'The charge could not be recorded, so the response was cut off' },
} as const satisfies Record<string, ErrorEntry>
