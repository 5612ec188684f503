// Every failure that a caller can be told about: a code, a status and the words in both languages. `docs/errors.md` is printed from
// this table and a test keeps it so. Words name what the caller can do; hosts, channels and keys never stand in them (R9).

import { DEFAULT_QUOTA_DISPLAY, type QuotaDisplay, quotaText } from './quota.ts'

interface ErrorEntry {
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

// biome-ignore format: one error to a line reads as the table that it is
export const errors = {
  // Reading a request
  bad_json: { status: 400, type: 'invalid_request_error', zh: '请求体不是合法的 JSON：{detail}', en: 'The request body is not valid JSON: {detail}' },
  bad_request: { status: 400, type: 'invalid_request_error', zh: '请求参数有误：{detail}', en: 'Invalid request: {detail}' },
  bad_form: { status: 200, zh: '请检查输入', en: 'Please check the input' },
  model_required: { status: 400, type: 'invalid_request_error', zh: '未指定模型名称，模型名称不能为空', en: 'You must provide a model parameter' },
  body_too_large: { status: 413, type: 'invalid_request_error', zh: '请求体超过上限 {limit}', en: 'The request body exceeds the limit of {limit}' },
  body_too_slow: { status: 408, type: 'invalid_request_error', zh: '请求体上传过慢，已断开', en: 'The request body arrived too slowly' },
  too_deep: { status: 400, type: 'invalid_request_error', zh: '请求体嵌套超过 {limit} 层', en: 'The request body is nested deeper than {limit} levels' },
  too_many_objects: { status: 413, type: 'invalid_request_error', zh: '请求体中的对象和数组超过 {limit} 个', en: 'The request body holds more than {limit} objects and lists' },
  too_many_values: { status: 413, type: 'invalid_request_error', zh: '请求体中的值超过 {limit} 个', en: 'The request body holds more than {limit} values' },
  too_many_texts: { status: 413, type: 'invalid_request_error', zh: '请求体中的文本和字段名超过 {limit} 个', en: 'The request body holds more than {limit} texts and names' },
  too_many_fields: { status: 413, type: 'invalid_request_error', zh: '请求体中单个对象的字段超过 {limit} 个', en: 'An object in the request body has more than {limit} fields' },
  too_many_escapes: { status: 413, type: 'invalid_request_error', zh: '请求体中的转义字符超过 {limit} 个', en: 'The request body holds more than {limit} escaped characters' },
  body_needs_balance: { status: 413, type: 'insufficient_quota', zh: '没有可用额度时，请求体最多 {megabytes} MB、{values} 个值', en: 'Without quota to spend, a request body may have at most {megabytes} MB and {values} values' },
  too_many_large_bodies: { status: 429, type: 'rate_limit_error', zh: '你同时发送的大请求过多，请稍后再试', en: 'You are sending too many large requests at once, try again in a moment' },
  bad_encoding: { status: 415, type: 'invalid_request_error', zh: '不支持的请求体编码：{encoding}', en: 'Unsupported content encoding: {encoding}' },
  unsupported_media_type: { status: 415, type: 'invalid_request_error', zh: '请求体须为 application/json', en: 'The request body must be application/json' },
  unknown_path: { status: 404, type: 'invalid_request_error', zh: '不存在的接口：{method} {path}', en: 'Invalid URL ({method} {path})' },
  api_not_implemented: { status: 501, type: 'server_error', zh: '本站尚未实现该接口：{method} {path}', en: 'This API is not implemented here: {method} {path}' },
  method_not_allowed: { status: 405, type: 'invalid_request_error', zh: '该接口不支持 {method}', en: 'Method {method} is not allowed here' },
  // Who is calling, on model calls
  token_missing: { status: 401, type: 'authentication_error', zh: '未提供令牌', en: 'No API key was provided' },
  token_conflict: { status: 401, type: 'authentication_error', zh: '请求中出现了多个不同的令牌', en: 'The request carries several different API keys' },
  invalid_token: { status: 401, type: 'authentication_error', zh: '无效的令牌', en: 'Invalid API key' },
  token_disabled: { status: 401, type: 'authentication_error', zh: '该令牌已被禁用', en: 'This API key is disabled' },
  token_expired: { status: 401, type: 'authentication_error', zh: '该令牌已过期', en: 'This API key has expired' },
  token_exhausted: { status: 401, type: 'insufficient_quota', zh: '该令牌额度已用尽', en: 'The quota of this API key is used up' },
  user_banned: { status: 403, type: 'permission_error', zh: '用户已被封禁', en: 'This user is banned' },
  ip_not_allowed: { status: 403, type: 'permission_error', zh: '你的 IP 不在令牌允许访问的列表中', en: 'Your address is not allowed to use this API key' },
  model_not_allowed: { status: 403, type: 'permission_error', zh: '该令牌无权使用模型：{model}', en: 'This API key may not use model {model}' },
  group_not_allowed: { status: 403, type: 'permission_error', zh: '无权访问分组 {group}', en: 'You may not use group {group}' },
  pinned_channel_forbidden: { status: 403, type: 'permission_error', zh: '普通用户不支持指定渠道', en: 'Only administrators may pin a channel' },
  pinned_channel_unknown: { status: 400, type: 'invalid_request_error', zh: '无效的渠道 ID', en: 'Invalid channel id' },
  pinned_channel_disabled: { status: 403, type: 'permission_error', zh: '该渠道已被禁用', en: 'This channel is disabled' },
  browser_extension_blocked: { status: 403, type: 'permission_error', zh: '不允许浏览器扩展调用', en: 'Calls from browser extensions are blocked' },
  rate_limit_exceeded: { status: 429, type: 'rate_limit_error', zh: '请求过于频繁：{seconds} 秒内最多 {limit} 次请求', en: 'Too many requests: at most {limit} in {seconds} seconds' },
  too_many_drains: { status: 429, type: 'rate_limit_error', zh: '有 {limit} 个请求的客户端已断开，仍在等待上游报告用量，请稍后再试', en: 'The clients of {limit} of your calls have left, and their usage is still awaited; try again in a moment' },
  access_revoked: { status: 403, type: 'permission_error', zh: '该令牌或用户的访问权限已被撤销，调用已中止', en: 'The access of this API key or user was revoked, so the call was ended' },
  // Where to
  model_not_found: { status: 404, type: 'invalid_request_error', zh: '模型 {model} 不存在', en: 'The model {model} does not exist' },
  get_channel_failed: { status: 503, type: 'server_error', zh: '分组 {group} 下模型 {model} 暂无可用渠道', en: 'No available channel for model {model} in group {group}' },
  model_price_error: { status: 400, type: 'invalid_request_error', zh: '模型 {model} 未设置价格，请联系管理员', en: 'No price is set for model {model}, please contact the administrator' },
  context_length_exceeded: { status: 400, type: 'invalid_request_error', zh: '输入超过了可用渠道的上限', en: 'The input exceeds what the available channels accept' },
  cannot_translate: { status: 400, type: 'invalid_request_error', zh: '该模型的渠道不支持此接口', en: 'The channels of this model do not serve this endpoint' },
  untranslatable: { status: 400, type: 'invalid_request_error', zh: '提供该模型的渠道无法表达请求中的：{fields}', en: 'The channel that serves this model cannot express: {fields}' },
  previous_response_not_found: { status: 400, type: 'invalid_request_error', zh: '找不到上一次回复 {id}', en: 'Previous response with id {id} not found' },
  response_not_found: { status: 404, type: 'invalid_request_error', zh: '找不到回复 {id}', en: 'Response with id {id} not found' },
  response_not_cancellable: { status: 400, type: 'invalid_request_error', zh: '该回复不在后台运行，无法取消', en: 'This response does not run in the background, so it cannot be cancelled' },
  response_not_finished: { status: 400, type: 'invalid_request_error', zh: '回复 {id} 尚未完成', en: 'Response {id} has not ended yet' },
  response_interrupted: { status: 500, type: 'server_error', zh: '服务重启，回复中断', en: 'The server was restarted before this response was complete' },
  kept_too_large: { status: 413, type: 'invalid_request_error', zh: '请求超过每位用户可保存的上限 {limit}，请缩短输入，或不使用 background 与 store', en: 'The request exceeds the {limit} that may be kept for a user; shorten the input, or send it without background and store' },
  background_not_stored: { status: 400, type: 'invalid_request_error', zh: '后台运行（background）的回复必须保存，不能设置 store: false', en: 'A background response is fetched by its id, so it cannot be asked for with store: false' },
  // Money
  insufficient_user_quota: { status: 403, type: 'insufficient_quota', zh: '用户额度不足：需预扣 {need:quota}，剩余 {available:quota}', en: 'Insufficient balance: {need:quota} required, {available:quota} left' },
  pre_consume_token_quota_failed: { status: 403, type: 'insufficient_quota', zh: '令牌额度不足：需预扣 {need:quota}，剩余 {available:quota}', en: 'Insufficient quota on this API key: {need:quota} required, {available:quota} left' },
  billing_busy: { status: 503, type: 'server_error', zh: '计费服务繁忙，请稍后再试', en: 'Billing is busy, please try again' },
  overloaded: { status: 503, type: 'server_error', zh: '服务繁忙，请稍后再试', en: 'The server is overloaded, please try again' },
  shutting_down: { status: 503, type: 'server_error', zh: '服务正在重启，请稍后再试', en: 'The server is restarting, please try again' },
  not_set_up: { status: 503, type: 'server_error', zh: '系统尚未初始化', en: 'The server is not set up yet' },
  // The far end
  upstream_error: { status: 502, type: 'upstream_error', zh: '上游错误：{detail}', en: 'Upstream error: {detail}' },
  do_request_failed: { status: 502, type: 'upstream_error', zh: '上游连接失败', en: 'The upstream could not be reached' },
  upstream_timeout: { status: 504, type: 'upstream_error', zh: '上游响应超时', en: 'The upstream did not answer in time' },
  upstream_truncated: { status: 502, type: 'upstream_error', zh: '上游在回答完成前断开', en: 'The upstream ended before the answer was complete' },
  read_response_body_failed: { status: 502, type: 'upstream_error', zh: '上游返回了无法识别的内容', en: 'The upstream answered with something unreadable' },
  event_too_large: { status: 502, type: 'upstream_error', zh: '上游返回的单个事件过大', en: 'The upstream sent an event that is too large' },
  response_too_large: { status: 502, type: 'upstream_error', zh: '上游返回的内容过大', en: 'The upstream sent an answer that is too large' },
  upstream_saturated: { status: 429, type: 'rate_limit_error', zh: '当前分组上游负载已饱和，请稍后再试', en: 'The upstream of this group is saturated, please try again later' },
  upstream_hidden: { status: 502, type: 'upstream_error', zh: '上游错误，状态码 {status}', en: 'Upstream error with status code {status}' },
  gateway_shutdown: { status: 503, type: 'server_error', zh: '服务正在重启，回答被中断', en: 'The server is restarting; the answer was cut off' },
  quota_cut: { status: 403, type: 'insufficient_quota', zh: '额度已用尽，回答被中断', en: 'The quota ran out; the answer was cut off' },
  total_timeout: { status: 504, type: 'upstream_error', zh: '回答超过总时限', en: 'The answer exceeded the total time limit' },
  settlement_failed: { status: 503, type: 'server_error', zh: '计费未能落盘，回答被中断', en: 'The charge could not be stored; the answer was cut off' },
  // The console
  not_logged_in: { status: 401, zh: '未登录或登录已过期，请重新登录', en: 'Not logged in or login expired, please log in again' },
  user_header_mismatch: { status: 401, zh: '用户标识与登录用户不符，请重新登录', en: 'The user id header does not match the session, please log in again' },
  cross_site: { status: 403, zh: '跨站请求被拒绝', en: 'Cross-site request refused' },
  no_permission: { status: 200, zh: '权限不足', en: 'Insufficient permissions' },
  root_only_option: { status: 200, zh: '该设置仅超级管理员可修改', en: 'Only the super admin may change this setting' },
  demo_site: { status: 405, zh: '本站仅作演示，无服务端', en: 'This site is for demonstration only, no server' },
  too_many_requests: { status: 429, zh: '请求次数过多，请稍后再试', en: 'Too many requests, try again later' },
  internal_error: { status: 500, type: 'server_error', zh: '服务器内部错误，请联系管理员', en: 'Internal server error, contact the administrator' },
  database_unavailable: { status: 503, type: 'server_error', zh: '数据库暂时不可用，请稍后再试', en: 'The database is not available at the moment, try again later' },
  access_token_not_supported: { status: 400, type: 'invalid_request_error', zh: '此接口不支持访问令牌', en: 'Access tokens are not supported here' },
  setup_done: { status: 400, zh: '系统已初始化', en: 'The system is already set up' },
  setup_username: { status: 400, zh: '请输入用户名，最多 12 个字符', en: 'Enter a username of at most 12 characters' },
  setup_password_short: { status: 400, zh: '密码长度不得小于 8 位', en: 'Password length must not be less than 8' },
  setup_password_long: { status: 400, zh: '密码最多 72 字节', en: 'A password has at most 72 bytes' },
  setup_password_mismatch: { status: 400, zh: '两次输入的密码不一致', en: 'The two passwords do not match' },
  field_required: { status: 200, zh: '此项必填', en: 'This field is required' },
  field_invalid: { status: 200, zh: '格式不正确', en: 'This value is not valid' },
  field_too_long: { status: 200, zh: '内容过长', en: 'This is too long' },
  field_too_short: { status: 200, zh: '内容过短', en: 'This is too short' },
  field_too_small: { status: 200, zh: '数值过小', en: 'This number is too small' },
  field_too_big: { status: 200, zh: '数值过大', en: 'This number is too big' },
  username_at_sign: { status: 200, zh: '用户名不能包含 @', en: 'A username must not contain @' },
  username_hidden: { status: 200, zh: '用户名含有看不见的字符', en: 'The username contains characters that cannot be seen' },
  username_scripts: { status: 200, zh: '用户名不能混用易混淆的文字，例如拉丁字母与西里尔字母', en: 'A username must not mix scripts that look alike, such as Latin and Cyrillic' },
  email_invalid: { status: 200, zh: '邮箱地址格式不正确', en: 'This is not a valid mail address' },
  email_scripts: { status: 200, zh: '邮箱域名不能混用易混淆的文字，也不能使用 xn-- 编码', en: 'The domain of a mail address must not mix scripts that look alike, nor be written in xn-- form' },
  email_taken: { status: 200, zh: '邮箱已被使用', en: 'This mail address is taken' },
  username_taken: { status: 200, zh: '用户名已被使用', en: 'This username is taken' },
  wrong_password: { status: 200, zh: '密码错误', en: 'Wrong password' },
  login_empty: { status: 200, zh: '请输入用户名和密码', en: 'Please enter username and password' },
  login_failed: { status: 200, zh: '用户名或密码错误，或用户已被封禁', en: 'Wrong username or password, or the user is banned' },
  login_disabled: { status: 200, zh: '管理员关闭了密码登录', en: 'Password login is disabled' },
  login_throttled: { status: 200, zh: '尝试次数过多，请 {seconds} 秒后再试', en: 'Too many attempts, try again in {seconds} seconds' },
  code_too_soon: { status: 200, zh: '验证码发送过于频繁，请 {seconds} 秒后再试', en: 'A code was sent a moment ago, try again in {seconds} seconds' },
  not_found: { status: 200, zh: '{what}不存在', en: '{what} does not exist' },
  name_required: { status: 200, zh: '名称不能为空', en: 'The name must not be empty' },
  name_too_long: { status: 200, zh: '名称过长', en: 'The name is too long' },
  token_expiry_format: { status: 200, zh: '过期时间格式错误', en: 'Expiry time format error' },
  token_expiry_past: { status: 200, zh: '过期时间不能早于当前时间', en: 'The expiry time lies in the past' },
  token_still_expired: { status: 200, zh: '令牌已过期，无法启用，请先修改过期时间', en: 'The token has expired; change its expiry before enabling it' },
  token_still_exhausted: { status: 200, zh: '令牌额度已用尽，无法启用，请先修改额度', en: 'The token has no quota left; raise it before enabling it' },
  token_group_unusable: { status: 200, zh: '分组 {group} 不可用', en: 'Group {group} cannot be used' },
  token_key_hidden: { status: 200, zh: '本站只在创建令牌时显示密钥', en: 'Keys are shown here only when a token is created' },
  bad_ip_line: { status: 200, zh: 'IP 白名单第 {line} 行无效：{text}', en: 'Line {line} of the address list is invalid: {text}' },
  channel_models_required: { status: 200, zh: '请至少选择一个模型', en: 'Choose at least one model' },
  channel_key_again: { status: 200, zh: '更换渠道地址或类型时，请重新填写密钥', en: 'Enter the key again when the address or type of a channel changes' },
  channel_model_name: { status: 200, zh: '模型名称过长：{model}', en: 'A model name is too long: {model}' },
  channel_status_of_gateway: { status: 200, zh: '“自动禁用”状态只能由网关设置，手动禁用请使用“禁用”', en: 'Only the gateway marks a channel as auto-disabled; to disable it by hand, choose disabled' },
  channel_last_key: { status: 200, zh: '启用的渠道至少要保留一个启用的密钥，请先启用其他密钥或禁用渠道', en: 'An enabled channel keeps at least one enabled key: enable another key first, or disable the channel' },
  channel_only_key: { status: 200, zh: '渠道至少要保留一个密钥，请先添加新密钥，或删除渠道', en: 'A channel keeps at least one key: add another first, or delete the channel' },
  channel_key_known: { status: 200, zh: '该渠道已有这些密钥', en: 'The channel has these keys already' },
  channel_setting_unknown: { status: 200, zh: '渠道设置中没有 {key} 这个键，可用的键：{known}', en: 'The channel setting has no key {key}; its keys are {known}' },
  channel_setting_invalid: { status: 200, zh: '渠道设置 {key} 的值无效', en: 'The value of {key} in the channel setting is not valid' },
  channel_proxy_password: { status: 200, zh: '更换代理地址时，请重新填写代理密码', en: 'Enter the password of the proxy again when its address changes' },
  channel_status_codes: { status: 200, zh: '状态码映射的键和值都须为 100 到 599 的状态码，全文最多 1024 个字符', en: 'A status code mapping has statuses from 100 to 599 on both sides, and at most 1024 characters' },
  channel_key_required: { status: 200, zh: '请填写密钥', en: 'The key must not be empty' },
  channel_type_unsupported: { status: 200, zh: '暂不支持该渠道类型', en: 'This channel type is not supported yet' },
  channel_test_unsupported: { status: 200, zh: '该渠道类型不支持测试', en: 'Channels of this type cannot be tested' },
  channel_test_no_model: { status: 200, zh: '此渠道没有可用于测试的对话模型，请指定测试模型', en: 'None of the models of this channel answers a chat; choose a test model' },
  channel_test_running: { status: 200, zh: '正在测试全部渠道，请等它结束', en: 'A test of all channels is running already' },
  tag_no_changes: { status: 200, zh: '没有任何修改', en: 'There are no changes' },
  base_url_required: { status: 200, zh: '请填写 API 地址', en: 'The base URL must not be empty' },
  header_text_invalid: { status: 200, zh: '不能包含换行、控制字符或拉丁字母以外的文字', en: 'Line breaks, control characters and letters beyond Latin-1 cannot stand here' },
  bad_url: { status: 200, zh: '地址无效：{detail}', en: 'Invalid address: {detail}' },
  address_blocked: { status: 200, zh: '不允许访问该地址', en: 'This address may not be reached' },
  models_fetch_failed: { status: 200, zh: '获取模型列表失败：{detail}', en: 'Failed to get the model list: {detail}' },
  balance_not_offered: { status: 200, zh: '该供应商不提供余额查询', en: 'This provider does not offer a balance' },
  balance_fetch_failed: { status: 200, zh: '查询余额失败：{detail}', en: 'The balance could not be read: {detail}' },
  balance_update_running: { status: 200, zh: '正在更新全部余额，请等它结束', en: 'All balances are being updated already' },
  channel_balance_used_up: { status: 200, zh: '余额已用尽：{amount} {currency}', en: 'The balance is used up: {amount} {currency}' },
  channel_test_failed: { status: 200, zh: '{detail}', en: '{detail}' },
  valid_until_before_from: { status: 200, zh: '生效时间必须早于过期时间', en: 'The effective time must be earlier than the expiry time' },
  message_title_required: { status: 200, zh: '请输入消息标题', en: 'Enter a title for the message' },
  message_content_required: { status: 200, zh: '请输入消息内容', en: 'Enter the content of the message' },
  message_recipient_required: { status: 200, zh: '请至少选择一个收件人', en: 'Choose at least one recipient' },
  not_json: { status: 200, zh: '不是合法的 JSON 字符串', en: 'Not a valid JSON string' },
  unknown_option: { status: 200, zh: '未知的设置项：{key}', en: 'Unknown setting: {key}' },
  option_not_ready: { status: 200, zh: '该设置对应的功能尚不可用：{key}', en: 'The feature behind this setting is not available yet: {key}' },
  bad_option: { status: 200, zh: '设置 {key} 的值无效：{detail}', en: 'Invalid value for setting {key}: {detail}' },
  log_time_missing: { status: 200, zh: '请选择日志时间！', en: 'Please select log time' },
  data_export_disabled: { status: 200, zh: '数据看板未启用', en: 'The dashboard is switched off' },
  usage_span_reversed: { status: 200, zh: '开始时间必须早于结束时间', en: 'The start must be earlier than the end' },
  usage_span_too_long: { status: 200, zh: '时间跨度不能超过 {days} 天', en: 'The time span may be at most {days} days' },
  usage_too_much: { status: 200, zh: '该时间段的数据超过 {limit} 行，请缩短时间跨度', en: 'There are more than {limit} rows in this time span, choose a shorter one' },
  option_locks_out: { status: 200, zh: '没有其他可用的登录方式，或超级管理员尚未绑定，关闭后超级管理员将无法登录', en: 'No other way to log in is switched on and bound to a super admin: nobody could get back in' },
  fallback_mixed: { status: 200, zh: '备用价格只能二选一：单次价格，或输入倍率和补全倍率。请先清空其中一种，或先关闭备用价格', en: 'Fallback pricing takes either the single price or the two ratios, never both. Clear one of them first, or switch fallback pricing off' },
  fallback_incomplete: { status: 200, zh: '开启备用价格需要单次价格，或同时填写输入倍率和补全倍率。请先填写，或先关闭备用价格', en: 'Fallback pricing needs either the single price or both ratios. Fill them in first, or switch fallback pricing off' },
  option_needed_by: { status: 200, zh: '正在被使用，不能清空；请先关闭：{switches}', en: 'This is in use and cannot be emptied; switch off first: {switches}' },
  option_needs: { status: 200, zh: '开启前请先填写：{needs}', en: 'Fill in first: {needs}' },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errors
export type Language = 'zh' | 'en'
/** The same words in each language. */
export type Words = Readonly<Record<Language, string>>
/** What is filled into the words of an error. A fact that is made of words has them in both languages. */
export type Facts = Readonly<Record<string, string | number | Words>>

/** An expected failure. Anything else that is thrown is a bug and becomes internal_error at the boundary. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly facts: Facts
  /** Field name to error code, for a form. */
  readonly fields: Readonly<Record<string, ErrorCode>> | undefined

  constructor(code: ErrorCode, facts: Facts = {}, options?: ErrorOptions & { fields?: Readonly<Record<string, ErrorCode>> }) {
    super(`${code} ${JSON.stringify(facts)}`, options)
    this.name = 'AppError'
    this.code = code
    this.facts = facts
    this.fields = options?.fields
  }
}

/**
 * The words of an error in one language, with its facts filled in. A fact that stands in them as `{need:quota}` is an amount in quota units.
 * @param display how the installation shows amounts
 */
export function errorMessage(code: ErrorCode, facts: Facts, language: Language, display: QuotaDisplay = DEFAULT_QUOTA_DISPLAY): string {
  return errors[code][language].replace(/\{(\w+)(:quota)?\}/g, (_whole, name: string, isQuota?: string) => {
    const fact = facts[name] ?? `{${name}}`
    if (isQuota && typeof fact === 'number') return quotaText(fact, display, language)
    return typeof fact === 'object' ? fact[language] : String(fact)
  })
}

/** The HTTP status of an error, before a channel's own mapping. */
export function errorStatus(code: ErrorCode): number {
  return errors[code].status
}

/**
 * The caller's language out of an Accept-Language header: the first of zh and en that it names, else the fallback.
 */
export function languageOf(acceptLanguage: string | undefined, fallback: Language): Language {
  for (const part of (acceptLanguage ?? '').toLowerCase().split(',')) {
    const tag = part.trim()
    if (tag.startsWith('zh')) return 'zh'
    if (tag.startsWith('en')) return 'en'
  }
  return fallback
}
