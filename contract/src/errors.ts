// Every error that a caller can receive: a code, a status and a message in both languages. `docs/errors.md` is generated from
// this table, and a test compares them. Messages name what the caller can do and never contain hosts, channels or keys (R9).

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
  browser_extension_blocked: { status: 403, type: 'permission_error', zh: '不允许浏览器扩展调用', en: 'Calls from browser extensions are not allowed' },
  rate_limit_exceeded: { status: 429, type: 'rate_limit_error', zh: '请求过于频繁：{seconds} 秒内最多 {limit} 次请求', en: 'Too many requests: the limit is {limit} requests in {seconds} seconds' },
  too_many_drains: { status: 429, type: 'rate_limit_error', zh: '你有 {limit} 个请求已断开，但上游尚未返回用量，请稍后再试', en: 'You disconnected from {limit} calls whose usage is not yet known. Try again shortly.' },
  access_revoked: { status: 403, type: 'permission_error', zh: '该令牌或用户的访问权限已被撤销，调用已中止', en: 'Access was revoked for this API key or user, so the call was stopped' },
  // Where to
  model_not_found: { status: 404, type: 'invalid_request_error', zh: '模型 {model} 不存在', en: 'The model {model} does not exist' },
  get_channel_failed: { status: 503, type: 'server_error', zh: '分组 {group} 下模型 {model} 暂无可用渠道', en: 'No channel is available for model {model} in group {group}' },
  model_price_error: { status: 400, type: 'invalid_request_error', zh: '模型 {model} 未设置价格，请联系管理员', en: 'No price is set for model {model}. Contact your administrator.' },
  context_length_exceeded: { status: 400, type: 'invalid_request_error', zh: '输入超过所有可用渠道的上限', en: 'The input exceeds the limit of every available channel' },
  cannot_translate: { status: 400, type: 'invalid_request_error', zh: '该模型的渠道不支持此接口', en: 'No channel for this model supports this endpoint' },
  untranslatable: { status: 400, type: 'invalid_request_error', zh: '该模型的渠道不支持请求中的以下内容：{fields}', en: 'The channel for this model does not support: {fields}' },
  vendor_id_not_given: { status: 400, type: 'invalid_request_error', zh: '请求按 ID 引用了上游账号中保存的内容，但这些 ID 不是本站提供给你的：{fields}', en: 'The request refers by ID to content stored in the vendor account, but these IDs were not provided to you here: {fields}' },
  previous_response_not_found: { status: 400, type: 'invalid_request_error', zh: '找不到上一个响应 {id}', en: 'Previous response with id {id} not found' },
  response_not_found: { status: 404, type: 'invalid_request_error', zh: '找不到响应 {id}', en: 'Response with id {id} not found' },
  response_not_cancellable: { status: 400, type: 'invalid_request_error', zh: '该响应不在后台运行，无法取消', en: 'This response does not run in the background, so it cannot be canceled' },
  response_not_finished: { status: 400, type: 'invalid_request_error', zh: '响应 {id} 尚未完成', en: 'Response {id} is not finished yet' },
  response_interrupted: { status: 500, type: 'server_error', zh: '服务重启，响应中断', en: 'The server was restarted before this response was complete' },
  kept_too_large: { status: 413, type: 'invalid_request_error', zh: '请求超过每个用户可保存的上限 {limit}，请缩短输入，或不使用 background 和 store', en: 'The request exceeds the {limit} that can be stored per user. Shorten the input, or send it without background and store.' },
  background_not_stored: { status: 400, type: 'invalid_request_error', zh: '后台运行（background）的响应必须保存，不能设置 store: false', en: 'A background response must be stored, so store cannot be false' },
  // Money
  insufficient_user_quota: { status: 403, type: 'insufficient_quota', zh: '账户余额不足：需预扣 {need:quota}，剩余 {available:quota}{way_out}', en: 'Insufficient balance: {need:quota} required, {available:quota} left{way_out}' },
  token_budget_used_up: { status: 403, type: 'insufficient_quota', zh: '该令牌的周期预算（{limit:quota}）不足以支付本次调用，将于 {renews_at} 恢复', en: 'The budget of this API key ({limit:quota}) does not cover this call. It renews at {renews_at}.' },
  user_budget_used_up: { status: 403, type: 'insufficient_quota', zh: '账户的周期预算（{limit:quota}）不足以支付本次调用，将于 {renews_at} 恢复', en: 'The budget of this account ({limit:quota}) does not cover this call. It renews at {renews_at}.' },
  pre_consume_token_quota_failed: { status: 403, type: 'insufficient_quota', zh: '令牌额度不足：需预扣 {need:quota}，剩余 {available:quota}{way_out}', en: 'Insufficient quota on this API key: {need:quota} required, {available:quota} left{way_out}' },
  billing_busy: { status: 503, type: 'server_error', zh: '计费服务繁忙，请稍后再试', en: 'Billing is busy. Try again shortly.' },
  overloaded: { status: 503, type: 'server_error', zh: '服务繁忙，请稍后再试', en: 'The server is overloaded. Try again shortly.' },
  shutting_down: { status: 503, type: 'server_error', zh: '服务正在重启，请稍后再试', en: 'The server is restarting. Try again shortly.' },
  not_set_up: { status: 503, type: 'server_error', zh: '系统尚未初始化', en: 'The server is not set up yet' },
  // The upstream
  upstream_error: { status: 502, type: 'upstream_error', zh: '上游错误：{detail}', en: 'Upstream error: {detail}' },
  do_request_failed: { status: 502, type: 'upstream_error', zh: '无法连接上游', en: 'Could not connect to the upstream' },
  upstream_timeout: { status: 504, type: 'upstream_error', zh: '上游响应超时', en: 'The upstream did not respond in time' },
  upstream_truncated: { status: 502, type: 'upstream_error', zh: '上游在响应完成前断开', en: 'The upstream disconnected before the response was complete' },
  read_response_body_failed: { status: 502, type: 'upstream_error', zh: '上游返回了无法识别的内容', en: 'The upstream returned an unreadable response' },
  event_too_large: { status: 502, type: 'upstream_error', zh: '上游返回的单个事件过大', en: 'The upstream sent an event that is too large' },
  response_too_large: { status: 502, type: 'upstream_error', zh: '上游返回的内容过大', en: 'The upstream returned a response that is too large' },
  upstream_saturated: { status: 429, type: 'rate_limit_error', zh: '当前分组上游负载已饱和，请稍后再试', en: 'The upstream of this group is at capacity. Try again later.' },
  upstream_hidden: { status: 502, type: 'upstream_error', zh: '上游错误，状态码 {status}', en: 'Upstream error with status code {status}' },
  gateway_shutdown: { status: 503, type: 'server_error', zh: '服务正在重启，响应被中断', en: 'The server is restarting, so the response was cut off' },
  quota_cut: { status: 403, type: 'insufficient_quota', zh: '额度已用尽，响应被中断', en: 'The quota ran out, so the response was cut off' },
  total_timeout: { status: 504, type: 'upstream_error', zh: '响应超过总时限', en: 'The response exceeded the total time limit' },
  settlement_failed: { status: 503, type: 'server_error', zh: '费用未能记录，响应被中断', en: 'The charge could not be recorded, so the response was cut off' },
  // The console
  not_logged_in: { status: 401, zh: '未登录或登录已过期，请重新登录', en: 'Not logged in or login expired, please log in again' },
  user_header_mismatch: { status: 401, zh: '请求头中的用户 ID 与登录用户不符，请重新登录', en: 'The user ID header does not match the session, please log in again' },
  cross_site: { status: 403, zh: '跨站请求被拒绝：页面为 {page}，请求的 Host 为 {host}{way_out}', en: 'Cross-site request rejected: the page is {page}, and the request has Host {host}{way_out}' },
  no_permission: { status: 200, zh: '权限不足', en: 'Insufficient permissions' },
  root_only_option: { status: 200, zh: '该设置仅超级管理员可修改', en: 'Only the super admin can change this setting' },
  demo_site: { status: 405, zh: '本站仅作演示，无服务端', en: 'This site is for demonstration only, no server' },
  too_many_requests: { status: 429, zh: '请求次数过多，请稍后再试', en: 'Too many requests, try again later' },
  internal_error: { status: 500, type: 'server_error', zh: '服务器内部错误，请联系管理员', en: 'Internal server error, contact the administrator' },
  database_unavailable: { status: 503, type: 'server_error', zh: '数据库暂时不可用，请稍后再试', en: 'The database is temporarily unavailable. Try again later.' },
  access_token_not_supported: { status: 400, type: 'invalid_request_error', zh: '此接口不支持访问令牌', en: 'This endpoint does not support access tokens' },
  access_token_invalid: { status: 401, zh: '访问令牌无效或已失效', en: 'This access token is not valid or was revoked' },
  access_token_scope: { status: 403, zh: '此访问令牌没有权限：{scope}', en: 'This access token is not allowed to do this: {scope}' },
  access_token_absent: { status: 200, zh: '还没有访问令牌', en: 'There is no access token yet' },
  access_token_is_key: { status: 401, zh: '此接口需要访问令牌，不能使用 API 令牌', en: 'This endpoint needs an access token. An API key (sk-…) does not work here.' },
  setup_done: { status: 400, zh: '系统已初始化', en: 'The system is already set up' },
  setup_username: { status: 200, zh: '请输入用户名，最多 12 个字符', en: 'Enter a username of at most 12 characters' },
  field_required: { status: 200, zh: '此项必填', en: 'This field is required' },
  field_invalid: { status: 200, zh: '格式不正确', en: 'This value is not valid' },
  field_too_long: { status: 200, zh: '内容过长', en: 'This value is too long' },
  field_too_short: { status: 200, zh: '内容过短', en: 'This value is too short' },
  field_too_small: { status: 200, zh: '数值过小', en: 'This number is too small' },
  field_too_big: { status: 200, zh: '数值过大', en: 'This number is too large' },
  username_at_sign: { status: 200, zh: '用户名不能包含 @', en: 'A username must not contain @' },
  username_hidden: { status: 200, zh: '用户名含有不可见字符', en: 'The username contains invisible characters' },
  username_scripts: { status: 200, zh: '用户名不能混用外形相似的文字，例如拉丁字母与西里尔字母', en: 'A username must not mix scripts that look alike, such as Latin and Cyrillic' },
  email_invalid: { status: 200, zh: '邮箱地址格式不正确', en: 'This email address is not valid' },
  email_scripts: { status: 200, zh: '邮箱域名不能混用外形相似的文字，也不能使用 xn-- 编码', en: 'The domain of an email address must not mix scripts that look alike or use the xn-- encoding' },
  email_taken: { status: 200, zh: '邮箱已被使用', en: 'This email address is already in use' },
  username_taken: { status: 200, zh: '用户名已被使用', en: 'This username is already taken' },
  wrong_password: { status: 200, zh: '密码错误', en: 'Wrong password' },
  user_deleted: { status: 200, zh: '该用户已注销，无法操作', en: 'This account is deleted, so nothing can be done with it' },
  user_protected: { status: 200, zh: '不能封禁、删除或降级超级管理员', en: 'The super admin cannot be banned, deleted or demoted' },
  user_not_outranked: { status: 200, zh: '不能操作同级或更高级别的用户', en: 'You cannot act on users of an equal or higher role' },
  user_promote_root_only: { status: 200, zh: '只有超级管理员可以设置管理员', en: 'Only the super admin can promote a user to admin' },
  user_already_admin: { status: 200, zh: '该用户已是管理员', en: 'This user is already an admin' },
  user_not_admin: { status: 200, zh: '该用户不是管理员', en: 'This user is not an admin' },
  user_closed: { status: 200, zh: '该用户的账户已关闭，无法启用', en: 'The account of this user is closed and cannot be enabled' },
  user_action_unknown: { status: 200, zh: '未知的操作', en: 'Unknown action' },
  user_own_password: { status: 200, zh: '请在个人设置中修改自己的密码', en: 'Change your own password in your personal settings' },
  group_in_use: { status: 200, zh: '分组 {group} 仍在使用：{users} 个用户、{tokens} 个令牌、{channels} 个渠道。请先把它们移到其他分组', en: 'Group {group} is in use: {users} users, {tokens} tokens, {channels} channels. Move them to another group first' },
  user_group_unknown: { status: 200, zh: '分组不存在', en: 'This group does not exist' },
  user_quota_too_low: { status: 200, zh: '余额最多可减少 {available:quota}，其余已用尽或被进行中的调用预扣', en: 'At most {available:quota} can be taken from this balance: the rest is spent or held by running calls' },
  user_name_and_password: { status: 200, zh: '用户名和密码不能为空', en: 'Username and password cannot be empty' },
  confirm_username: { status: 200, zh: '请输入你的用户名以确认注销', en: 'Enter your username to confirm deletion' },
  webhook_url_required: { status: 200, zh: '请填写 Webhook 地址', en: 'Enter a webhook URL' },
  webhook_url_https: { status: 200, zh: 'Webhook 地址必须以 https:// 开头', en: 'The webhook URL must start with https://' },
  login_empty: { status: 200, zh: '请输入用户名和密码', en: 'Enter your username and password' },
  login_failed: { status: 200, zh: '用户名或密码错误，或用户已被封禁', en: 'Wrong username or password, or the user is banned' },
  login_disabled: { status: 200, zh: '管理员已关闭密码登录', en: 'Password login is turned off' },
  sign_in_disabled: { status: 200, zh: '管理员未开启 {provider} 登录', en: 'Login with {provider} is turned off' },
  sign_in_state: { status: 403, zh: '登录请求无效或已过期，请重新登录', en: 'This login request is not valid or has expired. Start again.' },
  sign_in_denied: { status: 200, zh: '{provider} 未授权本次登录', en: '{provider} did not authorize this login' },
  sign_in_failed: { status: 200, zh: '{provider} 登录验证失败，请重试', en: '{provider} could not confirm your identity. Try again.' },
  sign_in_unreachable: { status: 200, zh: '暂时无法连接 {provider}，请稍后再试', en: '{provider} cannot be reached at the moment. Try again later.' },
  sign_in_misconfigured: { status: 200, zh: '{provider} 登录配置有误，请联系管理员', en: 'Login with {provider} is not configured correctly. Contact the administrator.' },
  sign_in_not_bound: { status: 200, zh: '该 {provider} 账号尚未绑定，请先用其他方式登录后绑定', en: 'This {provider} account is not linked to a user. Log in another way and link it first.' },
  sign_in_banned: { status: 200, zh: '该用户已被封禁', en: 'This user is banned' },
  sign_in_deleted: { status: 200, zh: '该用户已注销', en: 'This user was deleted' },
  sign_in_trust_level: { status: 200, zh: '{provider} 信任等级不足，需要至少 {minimum} 级', en: 'Your {provider} trust level is too low: at least {minimum} is required' },
  sign_in_restricted: { status: 200, zh: '该 {provider} 账号已被禁用或禁言，无法注册', en: 'This {provider} account is inactive or silenced and cannot be used to register' },
  sign_in_repeated: { status: 200, zh: '该登录凭证已被使用，请重新登录', en: 'This login was already used. Start again.' },
  sign_in_code: { status: 200, zh: '验证码错误或已过期', en: 'The code is wrong or has expired' },
  second_factor_needed: { status: 200, zh: '请输入两步验证码', en: 'Enter the code of your authenticator app' },
  second_factor_wrong: { status: 200, zh: '验证码错误或已被使用', en: 'The code is wrong or was already used' },
  second_factor_expired: { status: 200, zh: '登录已超时，请重新登录', en: 'This login took too long. Start again.' },
  confirmation_needed: { status: 403, zh: '请先验证身份', en: 'Confirm that it is you first' },
  confirm_log_in_again: {
    status: 403,
    zh: '请重新登录，并在十分钟内完成此操作',
    en: 'Log in again, then do this within ten minutes',
  },
  passkey_failed: { status: 200, zh: '通行密钥验证失败，请重试', en: 'The passkey was not accepted. Try again.' },
  passkey_unavailable: {
    status: 200,
    zh: '通行密钥需要服务器地址为 https 域名，请管理员先设置',
    en: 'Passkeys need a server address with https and a domain name. An admin can set it.',
  },
  passkey_taken: { status: 200, zh: '该通行密钥已添加', en: 'This passkey was already added' },
  passkeys_full: { status: 200, zh: '通行密钥数量已达上限', en: 'You have as many passkeys as an account can have' },
  totp_present: { status: 200, zh: '两步验证已开启', en: 'Two-step verification is already on' },
  totp_absent: { status: 200, zh: '两步验证未开启', en: 'Two-step verification is off' },
  identity_taken: { status: 200, zh: '该 {provider} 账号已被其他用户绑定', en: 'This {provider} account is linked to another user' },
  identity_present: { status: 200, zh: '你已绑定其他 {provider} 账号，请先解绑', en: 'You are linked to another {provider} account. Unlink it first.' },
  identity_last: { status: 200, zh: '这是你唯一的登录方式，请先设置密码或绑定其他账号', en: 'This is your only way to log in. Set a password or link another account first.' },
  server_address_required: { status: 200, zh: '请先在设置中填写服务器地址', en: 'Set the server address in the settings first' },
  human_check_failed: { status: 200, zh: '人机验证失败，请刷新页面后重试', en: 'The bot check failed. Reload the page and try again.' },
  human_check_unreachable: { status: 200, zh: '暂时无法完成人机验证，请稍后再试', en: 'The bot check cannot be done at the moment. Try again later.' },
  login_throttled: { status: 200, zh: '尝试次数过多，请 {seconds} 秒后再试', en: 'Too many attempts. Try again in {seconds} seconds.' },
  code_too_soon: { status: 200, zh: '验证码发送过于频繁，请 {seconds} 秒后再试', en: 'A code was just sent. Try again in {seconds} seconds.' },
  code_wrong: { status: 200, zh: '验证码错误或已过期', en: 'The verification code is wrong or has expired' },
  reset_link_wrong: { status: 200, zh: '重置链接无效或已过期，请重新申请', en: 'This reset link is not valid or has expired. Request a new one.' },
  register_disabled: { status: 200, zh: '管理员已关闭新用户注册', en: 'Registration is turned off' },
  register_limit: { status: 200, zh: '当前网络近期注册的账号过多，请 {hours} 小时后再试', en: 'Too many accounts were opened from this network. Try again in {hours} hours.' },
  password_register_disabled: { status: 200, zh: '管理员已关闭密码注册，请使用第三方账号注册', en: 'Registration with a password is turned off. Use a third-party account instead.' },
  password_too_short: { status: 200, zh: '密码长度不得小于 8 位', en: 'The password must have at least 8 characters' },
  password_too_long: { status: 200, zh: '密码不能超过 72 字节', en: 'The password must not exceed 72 bytes' },
  password_mismatch: { status: 200, zh: '两次输入的密码不一致', en: 'The passwords do not match' },
  password_common: { status: 200, zh: '该密码过于常见，请换一个', en: 'This password is too common. Use another one.' },
  email_required: { status: 200, zh: '请输入邮箱地址', en: 'Enter an email address' },
  email_code_required: { status: 200, zh: '请输入邮箱验证码', en: 'Enter the verification code from the email' },
  email_domain_refused: { status: 200, zh: '本站不接受该域名的邮箱', en: 'Email addresses of this domain are not accepted' },
  email_alias_refused: { status: 200, zh: '本站不接受 @ 前含有 + 或 . 的邮箱地址', en: 'Email addresses with a + or a dot before the @ are not accepted' },
  mail_sender_missing: { status: 200, zh: '发件人不是邮箱地址：请填写 SMTPFrom，账户（SMTPAccount）不是邮箱地址时不能留空', en: 'The sender is not an email address: fill in SMTPFrom, which may be empty only where the account (SMTPAccount) is an address' },
  mail_not_set_up: { status: 200, zh: '本站尚未配置发信服务器，请联系管理员', en: 'This site cannot send emails yet. Contact the administrator.' },
  mail_failed: { status: 200, zh: '邮件发送失败：{detail}', en: 'The email could not be sent: {detail}' },
  server_address_missing: { status: 200, zh: '管理员尚未填写服务器地址，无法发送重置链接', en: 'The administrator has not set the server address, so no reset link can be sent' },
  not_found: { status: 200, zh: '{what}不存在', en: '{what} does not exist' },
  name_required: { status: 200, zh: '名称不能为空', en: 'The name must not be empty' },
  name_too_long: { status: 200, zh: '名称过长', en: 'The name is too long' },
  token_expiry_format: { status: 200, zh: '过期时间格式错误', en: 'Expiry time format error' },
  token_expiry_past: { status: 200, zh: '过期时间不能早于当前时间', en: 'The expiry time is in the past' },
  token_still_expired: { status: 200, zh: '令牌已过期，无法启用，请先修改过期时间', en: 'The token has expired. Change its expiry before enabling it.' },
  token_still_exhausted: { status: 200, zh: '令牌额度已用尽，无法启用，请先提高额度', en: 'The token has no quota left. Raise its quota before enabling it.' },
  token_group_unusable: { status: 200, zh: '分组 {group} 不可用', en: 'Group {group} is not available' },
  token_key_hidden: { status: 200, zh: '本站只在创建令牌时显示密钥', en: 'This site shows keys only when a token is created' },
  token_list_too_long: { status: 200, zh: '最多 {items} 项，共 {kilobytes} KB；已保存的更长列表可继续使用，但只能缩短', en: 'At most {items} entries and {kilobytes} KB. A longer list that was saved earlier keeps working and can only be shortened.' },
  too_many_tokens: { status: 200, zh: '最多可创建 {limit} 个令牌，请先删除不再使用的令牌', en: 'You can have at most {limit} tokens. Delete the ones you no longer use.' },
  bad_ip_line: { status: 200, zh: 'IP 白名单第 {line} 行无效：{text}', en: 'Line {line} of the allowed IPs is invalid: {text}' },
  channel_models_required: { status: 200, zh: '请至少选择一个模型', en: 'Select at least one model' },
  channel_key_again: { status: 200, zh: '更换渠道的接口地址或类型时，请重新填写密钥', en: 'Enter the key again when you change the base URL or type of a channel' },
  channel_model_name: { status: 200, zh: '模型名称过长：{model}', en: 'This model name is too long: {model}' },
  channel_status_of_gateway: { status: 200, zh: '“自动禁用”状态只能由网关设置，手动禁用请使用“禁用”', en: 'Only the gateway can mark a channel as auto-disabled. To disable it yourself, use “disabled”.' },
  channel_last_key: { status: 200, zh: '已启用的渠道至少需要一个启用的密钥，请先启用其他密钥，或禁用渠道', en: 'An enabled channel needs at least one enabled key. Enable another key first, or disable the channel.' },
  channel_only_key: { status: 200, zh: '渠道至少需要一个密钥，请先添加新密钥，或删除渠道', en: 'A channel needs at least one key. Add another key first, or delete the channel.' },
  channel_key_known: { status: 200, zh: '该渠道已有这些密钥', en: 'This channel already has these keys' },
  channel_setting_unknown: { status: 200, zh: '渠道设置不支持键 {key}，可用的键：{known}', en: 'The channel settings have no key {key}. Available keys: {known}' },
  channel_setting_invalid: { status: 200, zh: '渠道设置 {key} 的值无效', en: 'The value of {key} in the channel settings is not valid' },
  channel_proxy_password: { status: 200, zh: '更换代理地址时，请重新填写代理密码', en: 'Enter the proxy password again when you change the proxy address' },
  channel_status_codes: { status: 200, zh: '状态码映射的键和值必须是 100 到 599 的状态码，总长不超过 1024 个字符', en: 'Keys and values of a status code mapping must be status codes from 100 to 599, with at most 1024 characters in all' },
  channel_key_required: { status: 200, zh: '请填写密钥', en: 'Enter a key' },
  channel_key_format: { status: 200, zh: '密钥格式不正确，应为 {format}', en: 'The key is not in the format {format}' },
  channel_region_required: { status: 200, zh: '请填写区域，如 us-central1 或 global', en: 'Enter the region, such as us-central1 or global' },
  channel_region_invalid: {
    status: 200,
    zh: '区域无效：应为 us-central1、global 这样的区域，或含 default 的 JSON，如 {"default": "global"}',
    en: 'This is no region: enter one such as us-central1 or global, or JSON with a default, such as {"default": "global"}',
  },
  channel_type_unsupported: { status: 200, zh: '暂不支持该渠道类型', en: 'This channel type is not supported yet' },
  channel_type_ended: { status: 200, zh: '该渠道类型已不再提供：{detail}', en: 'This channel type is not served any more. {detail}' },
  channel_test_unsupported: { status: 200, zh: '该渠道类型不支持测试', en: 'Channels of this type cannot be tested' },
  channel_test_no_model: { status: 200, zh: '该渠道没有可用于测试的对话模型，请指定测试模型', en: 'This channel has no chat model to test with. Set a test model.' },
  channel_test_running: { status: 200, zh: '正在测试全部渠道，请等待测试完成', en: 'A test of all channels is already running' },
  tag_no_changes: { status: 200, zh: '没有任何修改', en: 'No changes to save' },
  base_url_required: { status: 200, zh: '请填写接口地址', en: 'Enter a base URL' },
  header_text_invalid: { status: 200, zh: '不能包含换行、控制字符或拉丁字母以外的文字', en: 'Must not contain line breaks, control characters or letters outside Latin-1' },
  base_url_query: { status: 200, zh: '接口地址不能包含 ? 或 #', en: 'A base URL must not contain ? or #' },
  bad_url: { status: 200, zh: '地址无效：{detail}', en: 'Invalid address: {detail}' },
  address_blocked: { status: 200, zh: '不允许访问该地址', en: 'Access to this address is not allowed' },
  models_fetch_failed: { status: 200, zh: '获取模型列表失败：{detail}', en: 'Failed to get the model list: {detail}' },
  balance_not_offered: { status: 200, zh: '该供应商不支持查询余额', en: 'This provider does not report balances' },
  balance_fetch_failed: { status: 200, zh: '查询余额失败：{detail}', en: 'Failed to get the balance: {detail}' },
  balance_update_running: { status: 200, zh: '正在更新全部余额，请等待更新完成', en: 'All balances are already being updated' },
  channel_balance_used_up: { status: 200, zh: '余额已用尽：{amount} {currency}', en: 'The balance is used up: {amount} {currency}' },
  channel_test_failed: { status: 200, zh: '{detail}', en: '{detail}' },
  topup_disabled: { status: 200, zh: '管理员未开启在线充值', en: 'Online top-up is not enabled' },
  topup_min: { status: 200, zh: '充值数量不能小于 {amount}', en: 'The amount must be at least {amount}' },
  topup_too_little: { status: 200, zh: '充值金额过低', en: 'The amount to pay is less than 0.01' },
  webhook_refused: { status: 400, zh: '签名无效', en: 'The signature is not valid' },
  payment_failed: { status: 200, zh: '支付平台未受理：{detail}', en: 'The payment service rejected the request: {detail}' },
  payment_unanswered: {
    status: 200,
    zh: '支付平台没有答复，退款尚未结束，系统会继续查询',
    en: 'The payment service has not answered. The refund is still open, and is looked after until it is over.',
  },
  order_not_open: { status: 200, zh: '该订单已不能支付，请重新下单', en: 'This order cannot be paid any more. Place a new one.' },
  order_already_paid: { status: 200, zh: '该订单已支付', en: 'This order was paid already' },
  order_reason_required: { status: 200, zh: '请填写原因', en: 'Say why' },
  order_not_paid: { status: 200, zh: '只有已支付的订单可以退款', en: 'Only an order that was paid can be refunded' },
  order_refund_short: {
    status: 200,
    zh: '用户余额不足以退款：余额 {available:quota}，订单 {amount:quota}',
    en: 'The user has spent it: {available:quota} left of {amount:quota}',
  },
  redemption_empty: { status: 200, zh: '请输入兑换码', en: 'Enter a redemption code' },
  redemption_invalid: { status: 200, zh: '兑换码不存在，请检查是否输入有误', en: 'There is no such code. Check the spelling.' },
  redemption_disabled: { status: 200, zh: '该兑换码已被禁用', en: 'This code was disabled' },
  redemption_not_yet: { status: 200, zh: '该兑换码尚未生效', en: 'This code is not valid yet' },
  redemption_expired: { status: 200, zh: '该兑换码已过期', en: 'This code has expired' },
  redemption_used: { status: 200, zh: '该兑换码已被使用', en: 'This code was already used' },
  redemption_used_by_you: { status: 200, zh: '你已使用过该兑换码', en: 'You already used this code' },
  redemption_exhausted: { status: 200, zh: '该礼品码已被领完', en: 'This gift code has been used up' },
  redemption_frozen: { status: 200, zh: '兑换码已被使用，不能再修改', en: 'This code was used and cannot be changed any more' },
  redemption_status_final: { status: 200, zh: '已用尽的兑换码不能再启用或禁用', en: 'A code that is used up cannot be enabled or disabled' },
  redemption_status_unknown: { status: 200, zh: '兑换码状态只能是启用或禁用', en: 'A code can be enabled (1) or disabled (2)' },
  redemption_key_taken: { status: 200, zh: '该兑换码已存在', en: 'This code already exists' },
  redemption_key_long: { status: 200, zh: '兑换码最多 32 个字符', en: 'A code has at most 32 characters' },
  redemption_none_chosen: { status: 200, zh: '请至少选择一个兑换码', en: 'Select at least one redemption code' },
  redemption_count: { status: 200, zh: '数量必须在 1 到 100 之间', en: 'Make between 1 and 100 codes at a time' },
  redemption_max_uses: { status: 200, zh: '可用次数必须大于 0，或为 -1（不限）', en: 'Uses must be more than 0, or -1 for no limit' },
  quota_positive: { status: 200, zh: '额度必须大于 0', en: 'The amount must be more than 0' },
  quota_range: { status: 200, zh: '额度过大', en: 'The amount is too large' },
  balance_full: { status: 200, zh: '余额已达上限', en: 'The balance cannot hold more' },
  check_in_disabled: { status: 200, zh: '管理员未开启签到', en: 'Check-in is not enabled' },
  checked_in: { status: 200, zh: '今日已签到', en: 'You already checked in today' },
  check_in_zone_changed: {
    status: 200,
    zh: '本站的时区已更改：{time} 之后才能再次签到',
    en: 'The time zone of this site has changed: you can check in again after {time}',
  },
  aff_disabled: { status: 200, zh: '管理员未开启邀请功能', en: 'Invitations are not enabled' },
  aff_transfer_min: { status: 200, zh: '最少划转 {amount:quota}', en: 'Transfer at least {amount:quota}' },
  aff_transfer_short: { status: 200, zh: '可划转的邀请收益不足：剩余 {available:quota}', en: 'Not enough invitation income: {available:quota} left' },
  valid_until_before_from: { status: 200, zh: '生效时间必须早于过期时间', en: 'The effective time must be earlier than the expiry time' },
  message_title_required: { status: 200, zh: '请输入消息标题', en: 'Enter a message title' },
  message_content_required: { status: 200, zh: '请输入消息内容', en: 'Enter the message content' },
  message_title_too_long: { status: 200, zh: '标题最多 200 个字符', en: 'A title has at most 200 characters' },
  message_content_too_long: { status: 200, zh: '消息内容最多 50000 个字符', en: 'The content has at most 50,000 characters' },
  message_too_many_picked: { status: 200, zh: '最多逐个选择 5000 个收件人，更多请按分组或全部发送', en: 'At most 5,000 recipients can be picked one by one. Send to a group or to everyone instead.' },
  message_recipient_unknown: { status: 200, zh: '以下用户不存在或已注销：{ids}', en: 'These users do not exist or closed their account: {ids}' },
  message_group_empty: { status: 200, zh: '分组 {group} 中没有用户', en: 'No user is in group {group}' },
  message_dates_incomplete: { status: 200, zh: '开始日期和结束日期必须同时提供', en: 'Give both a start date and an end date, or neither' },
  message_date_invalid: { status: 200, zh: '日期必须是 ISO 8601 格式', en: 'A date must be in ISO 8601 format' },
  message_recipient_required: { status: 200, zh: '请选择至少一个收件人', en: 'Select at least one recipient' },
  not_json: { status: 200, zh: '不是合法的 JSON 字符串', en: 'Not a valid JSON string' },
  unknown_option: { status: 200, zh: '未知的设置项：{key}', en: 'Unknown setting: {key}' },
  option_not_ready: { status: 200, zh: '该设置对应的功能尚不可用：{key}', en: 'The feature of this setting is not available yet: {key}' },
  bad_option: { status: 200, zh: '设置 {key} 的值无效：{detail}', en: 'Invalid value for setting {key}: {detail}' },
  update_not_configured: { status: 200, zh: '尚未设置版本信息地址，无法检查更新', en: 'No address of release information is set, so there is nothing to check' },
  release_unnamed: { status: 200, zh: '版本信息中没有版本号', en: 'The release information names no version' },
  document_unreadable: { status: 200, zh: '无法读取 {host}：{detail}', en: 'Could not read from {host}: {detail}' },
  oidc_endpoint_missing: { status: 200, zh: '发现文档中没有 {name}', en: 'The discovery document has no {name}' },
  log_time_to_come: { status: 200, zh: '清理时间不能晚于现在（单位为秒）', en: 'The time of a clean-up must be in the past, in seconds' },
  log_time_missing: { status: 200, zh: '请选择日志时间', en: 'Please select a log time' },
  data_export_disabled: { status: 200, zh: '数据看板未启用', en: 'The dashboard is turned off' },
  usage_span_reversed: { status: 200, zh: '开始时间必须早于结束时间', en: 'The start time must be earlier than the end time' },
  usage_span_too_long: { status: 200, zh: '时间范围不能超过 {days} 天', en: 'The time range must not exceed {days} days' },
  usage_too_much: { status: 200, zh: '该时间范围内的数据超过 {limit} 行，请缩短时间范围', en: 'This time range has more than {limit} rows. Select a shorter one.' },
  bill_empty: { status: 200, zh: '文件是空的', en: 'The file is empty' },
  bill_too_big: { status: 200, zh: '文件不能超过 5 MB', en: 'The file must not exceed 5 MB' },
  bill_too_long: { status: 200, zh: '文件不能超过 {limit} 行', en: 'The file must not have more than {limit} lines' },
  bill_columns_missing: { status: 200, zh: '无法识别该账单：缺少列 {missing}。文件中的列：{found}', en: 'The format of this bill is unknown: it has no column {missing}. Its columns are: {found}' },
  bill_without_amounts: { status: 200, zh: '这是用量导出，没有金额。请在供应商处导出费用（缺少列 {missing}）。', en: 'This is an export of usage without amounts. Export the costs instead (there is no column {missing}).' },
  bill_bad_date: { status: 200, zh: '第 {line} 行：“{value}”不是可识别的日期（列 {column}）', en: 'Line {line}: "{value}" is not a date that can be read (column {column})' },
  bill_bad_amount: { status: 200, zh: '第 {line} 行：“{value}”不是金额（列 {column}）', en: 'Line {line}: "{value}" is not an amount (column {column})' },
  bill_bad_tokens: { status: 200, zh: '第 {line} 行：“{value}”不是有效的用量（列 {column}）', en: 'Line {line}: "{value}" is not a number of tokens (column {column})' },
  bill_currency: { status: 200, zh: '第 {line} 行的货币是 {currency}；账单金额必须是美元', en: 'Line {line} is in {currency}; the amounts of a bill must be in US dollars' },
  bill_not_by_day: { status: 200, zh: '第 {line} 行跨越多天（{from} 至 {to}）；请按天导出', en: 'Line {line} covers several days ({from} to {to}). Export the bill by day.' },
  bill_unclosed_quote: { status: 200, zh: '第 {line} 行的引号没有闭合', en: 'A quote that opens in line {line} is never closed' },
  bill_no_lines: { status: 200, zh: '该账单没有任何金额', en: 'This bill has no amounts' },
  bill_days_exist: { status: 200, zh: '该渠道有 {days} 天已有账单；请确认替换', en: '{days} days of this channel have a bill already. Confirm that it is replaced.' },
  books_span_too_long: { status: 200, zh: '时间范围不能超过 {days} 天', en: 'The time range must not exceed {days} days' },
  price_version_newer: { status: 200, zh: '价格已被修改为版本 {version}，请查看后再保存', en: 'The prices were changed to version {version} in the meantime. Look at them before you save.' },
  not_a_price_setting: { status: 200, zh: '{key} 不是价格设置', en: '{key} is not a price setting' },
  simulation_running: { status: 429, zh: '已有一个价格模拟正在进行，请等待其完成', en: 'Another price simulation is running. Wait until it is finished.' },
  simulation_too_high: { status: 200, zh: '金额过大，无法计算，请检查价格', en: 'The amounts are too high to be calculated. Check the prices.' },
  time_zone_unknown: { status: 200, zh: '未知的时区', en: 'Unknown time zone' },
  soft_limit_above: { status: 200, zh: '提醒线不能高于预算', en: 'The warning level must not exceed the budget' },
  option_locks_out: { status: 200, zh: '没有其他可用的登录方式，或超级管理员尚未绑定，关闭后超级管理员将无法登录', en: 'No super admin could log in anymore: no other login method is turned on and linked to a super admin' },
  fallback_mixed: { status: 200, zh: '备用价格只能二选一：单次价格，或输入倍率加补全倍率。请先清空其中一种，或先关闭备用价格。', en: 'Fallback pricing uses either the price per call or the two ratios, not both. Clear one of them first, or turn off fallback pricing.' },
  fallback_incomplete: { status: 200, zh: '开启备用价格需要填写单次价格，或同时填写输入倍率和补全倍率。请先填写，或先关闭备用价格。', en: 'Fallback pricing needs either the price per call or both ratios. Enter them first, or turn off fallback pricing.' },
  option_needed_by: { status: 200, zh: '正在使用中，不能清空。请先关闭：{switches}', en: 'This setting is in use and cannot be cleared. Turn off first: {switches}' },
  option_secret: { status: 200, zh: '{key} 是机密设置，只能在设置页面中填写，且无法读出', en: '{key} is secret: it can only be set on the settings page, and cannot be read back' },
  option_needs: { status: 200, zh: '开启前请先填写：{needs}', en: 'Before turning this on, fill in: {needs}' },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errors

/** Is it one of the codes? */
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code)

export type Language = 'zh' | 'en'
/** The same words in each language. */
export type Words = Readonly<Record<Language, string>>
/** Values for the placeholders of an error message. A value that is a text has both languages. */
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
  return filledWords(errors[code][language], facts, language, display)
}

/** A text with its facts filled in. A fact that stands in it as `{need:quota}` is an amount in quota units. */
export function filledWords(text: string, facts: Facts, language: Language, display: QuotaDisplay = DEFAULT_QUOTA_DISPLAY): string {
  return text.replace(/\{(\w+)(:quota)?\}/g, (_whole, name: string, isQuota?: string) => {
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
