CREATE TABLE public.account (
id integer NOT NULL,
kind character varying(16) NOT NULL,
owner_id integer NOT NULL,
posted bigint DEFAULT 0 NOT NULL,
held bigint DEFAULT 0 NOT NULL,
used bigint DEFAULT 0 NOT NULL,
calls bigint DEFAULT 0 NOT NULL,
CONSTRAINT account_held_check CHECK ((held >= 0))
);
CREATE TABLE public.account_day (
account_id integer NOT NULL,
day integer NOT NULL,
kind character varying(16) NOT NULL,
entries bigint NOT NULL,
amount_in bigint NOT NULL,
amount_out bigint NOT NULL
);
CREATE TABLE public.account_entry (
account_id integer NOT NULL,
created_at_ms bigint NOT NULL,
ref character varying(128) NOT NULL
);
CREATE SEQUENCE public.account_id_seq
AS integer
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1;
ALTER SEQUENCE public.account_id_seq OWNED BY public.account.id;
CREATE TABLE public.audit (
id bigint NOT NULL,
created_at bigint NOT NULL,
actor_id integer NOT NULL,
actor_name character varying(64) NOT NULL,
client_ip character varying(64) NOT NULL,
action character varying(64) NOT NULL,
target character varying(128) NOT NULL,
detail text NOT NULL,
request_id character varying(26) NOT NULL,
prev_hash character varying(64) NOT NULL,
hash character varying(64) NOT NULL
);
CREATE SEQUENCE public.audit_id_seq
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1;
ALTER SEQUENCE public.audit_id_seq OWNED BY public.audit.id;
CREATE TABLE public.batch (
epoch character varying(26) NOT NULL,
seq bigint NOT NULL,
deltas text NOT NULL,
created_at_ms bigint NOT NULL
);
CREATE TABLE public.book_check (
id integer NOT NULL,
at bigint NOT NULL,
took_ms bigint NOT NULL,
result text NOT NULL
);
CREATE TABLE public.book_day (
day bigint NOT NULL,
channel_id integer NOT NULL,
model_name character varying(190) NOT NULL,
calls bigint NOT NULL,
quota bigint NOT NULL,
cost bigint NOT NULL,
unpriced bigint NOT NULL,
unpriced_quota bigint NOT NULL,
counted bigint NOT NULL,
counted_cost bigint NOT NULL,
cache_cost bigint NOT NULL,
failed bigint NOT NULL
);
CREATE TABLE public.budget (
id integer NOT NULL,
owner_kind character varying(8) NOT NULL,
owner_id integer NOT NULL,
account_id integer NOT NULL,
period character varying(8) NOT NULL,
zone character varying(64) NOT NULL,
quota bigint NOT NULL,
soft_quota bigint NOT NULL,
used_before bigint NOT NULL,
started_at bigint NOT NULL,
renews_at bigint NOT NULL,
warned_for bigint NOT NULL
);
CREATE SEQUENCE public.budget_id_seq
AS integer
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1;
ALTER SEQUENCE public.budget_id_seq OWNED BY public.budget.id;
CREATE TABLE public.channel (
id integer NOT NULL,
name character varying(128) NOT NULL,
type integer NOT NULL,
openai_organization character varying(255) DEFAULT ''::character varying NOT NULL,
max_input_tokens integer DEFAULT 0 NOT NULL,
base_url character varying(2048) DEFAULT ''::character varying NOT NULL,
other text NOT NULL,
model_mapping text NOT NULL,
status_code_mapping text NOT NULL,
models text NOT NULL,
group_names text NOT NULL,
auto_ban integer DEFAULT 1 NOT NULL,
test_model character varying(255) DEFAULT ''::character varying NOT NULL,
priority bigint DEFAULT 0 NOT NULL,
weight bigint DEFAULT 0 NOT NULL,
tag character varying(128) DEFAULT ''::character varying NOT NULL,
model_prefix character varying(64) DEFAULT ''::character varying NOT NULL,
setting text NOT NULL,
param_override text NOT NULL,
system_prompt text NOT NULL,
status integer NOT NULL,
response_time_ms integer DEFAULT 0 NOT NULL,
balance character varying(32) DEFAULT '0'::character varying NOT NULL,
used_quota bigint DEFAULT 0 NOT NULL,
other_info text NOT NULL,
created_at bigint NOT NULL,
tested_at bigint DEFAULT 0 NOT NULL,
balance_at bigint DEFAULT 0 NOT NULL,
test_failure character varying(2000) DEFAULT ''::character varying NOT NULL,
balance_currency character varying(8) DEFAULT ''::character varying NOT NULL
);
CREATE SEQUENCE public.channel_id_seq
AS integer
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1;
ALTER SEQUENCE public.channel_id_seq OWNED BY public.channel.id;
CREATE TABLE public.channel_key (
id integer NOT NULL,
channel_id integer NOT NULL,
"position" integer NOT NULL,
key_enc text NOT NULL,
key_hash character varying(64) NOT NULL,
key_tail character varying(8) NOT NULL,
row_uid character varying(26) NOT NULL,
status integer DEFAULT 1 NOT NULL,
status_reason character varying(500) DEFAULT ''::character varying NOT NULL,
status_at bigint DEFAULT 0 NOT NULL,
used_at bigint DEFAULT 0 NOT NULL
);
CREATE SEQUENCE public.channel_key_id_seq
AS integer
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1;
ALTER SEQUENCE public.channel_key_id_seq OWNED BY public.channel_key.id;
CREATE TABLE public.check_in (
user_id integer NOT NULL,
day integer NOT NULL,
quota bigint NOT NULL,
created_at bigint NOT NULL
);
CREATE TABLE public.entry (
id bigint NOT NULL,
ref character varying(128) NOT NULL,
debit_account integer NOT NULL,
credit_account integer NOT NULL,
amount bigint NOT NULL,
kind character varying(16) NOT NULL,
hold_id character varying(26) DEFAULT ''::character varying NOT NULL,
created_at_ms bigint NOT NULL,
actor_id integer DEFAULT 0 NOT NULL,
reason character varying(255) DEFAULT ''::character varying NOT NULL,
CONSTRAINT entry_amount_check CHECK ((amount > 0))
);
CREATE SEQUENCE public.entry_id_seq
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1;
ALTER SEQUENCE public.entry_id_seq OWNED BY public.entry.id;
CREATE TABLE public.factor_step (
step_hash character varying(64) NOT NULL,
purpose character varying(32) NOT NULL,
user_id integer NOT NULL,
auth_epoch integer NOT NULL,
owner_hash character varying(64) NOT NULL,
tries_left integer NOT NULL,
expires_at bigint NOT NULL
);
CREATE TABLE public.hold (
id character varying(26) NOT NULL,
legs character varying(255) NOT NULL,
amount bigint NOT NULL,
used bigint DEFAULT 0 NOT NULL,
state character varying(9) NOT NULL,
resolved_by character varying(8) DEFAULT ''::character varying NOT NULL,
owner_kind character varying(8) NOT NULL,
owner_id character varying(64) NOT NULL,
lease_until_ms bigint NOT NULL,
user_id integer NOT NULL,
token_id integer NOT NULL,
price text NOT NULL,
facts text NOT NULL,
parts integer DEFAULT 0 NOT NULL,
created_at_ms bigint NOT NULL,
resolved_at_ms bigint,
house bigint DEFAULT 0 NOT NULL,
requested bigint DEFAULT 0 NOT NULL,
part_charges text,
CONSTRAINT hold_amount_check CHECK ((amount >= 0)),
CONSTRAINT hold_state_check CHECK (state in ('open', 'settled', 'released', 'recovered', 'corrected'))
);
CREATE TABLE public.human_pass (
pass_hash character varying(64) NOT NULL,
expires_at bigint NOT NULL
);
CREATE TABLE public.identity (
id integer NOT NULL,
user_id integer NOT NULL,
provider character varying(32) NOT NULL,
issuer character varying(190) DEFAULT ''::character varying NOT NULL,
subject character varying(190) NOT NULL,
created_at bigint NOT NULL
);
CREATE SEQUENCE public.identity_id_seq
AS integer
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1;
ALTER SEQUENCE public.identity_id_seq OWNED BY public.identity.id;
CREATE TABLE public.log (
id bigint NOT NULL,
created_at bigint NOT NULL,
type integer NOT NULL,
user_id integer NOT NULL,
username character varying(64) NOT NULL,
channel_id integer NOT NULL,
token_id integer NOT NULL,
token_name character varying(64) NOT NULL,
group_name character varying(64) NOT NULL,
model_name character varying(190) NOT NULL,
is_stream integer NOT NULL,
use_time integer NOT NULL,
prompt_tokens bigint NOT NULL,
completion_tokens bigint NOT NULL,
quota bigint NOT NULL,
client_ip character varying(64) NOT NULL,
request_id character varying(26) NOT NULL
);
CREATE TABLE public.log_detail (
request_id character varying(26) NOT NULL,
other text NOT NULL
);
CREATE SEQUENCE public.log_id_seq
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1;
ALTER SEQUENCE public.log_id_seq OWNED BY public.log.id;
CREATE TABLE public.message (
id integer NOT NULL,
title character varying(200) NOT NULL,
content text NOT NULL,
format character varying(16) NOT NULL,
author_id integer NOT NULL,
created_at bigint NOT NULL,
updated_at bigint NOT NULL,
recipient_count integer NOT NULL,
read_count integer DEFAULT 0 NOT NULL
);
CREATE SEQUENCE public.message_id_seq
AS integer
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1;
ALTER SEQUENCE public.message_id_seq OWNED BY public.message.id;
CREATE TABLE public.message_recipient (
message_id integer NOT NULL,
user_id integer NOT NULL,
read_at bigint
);
CREATE TABLE public.meta (
key character varying(64) NOT NULL,
value text NOT NULL
);
CREATE TABLE public.migration (
name character varying(255) NOT NULL,
"timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.migration_lock (
id character varying(255) NOT NULL,
is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.node (
epoch character varying(26) NOT NULL,
name character varying(128) NOT NULL,
started_at bigint NOT NULL,
lease_until_ms bigint NOT NULL
);
CREATE TABLE public.notice (
user_id integer NOT NULL,
kind character varying(32) NOT NULL,
sent_at bigint NOT NULL
);
CREATE TABLE public.one_time_code (
id integer NOT NULL,
purpose character varying(32) NOT NULL,
subject character varying(255) NOT NULL,
code_hash character varying(64) NOT NULL,
tries_left integer NOT NULL,
expires_at bigint NOT NULL,
issued_at bigint NOT NULL,
day_began_at bigint NOT NULL,
issued_in_day integer NOT NULL
);
CREATE SEQUENCE public.one_time_code_id_seq
AS integer
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1;
ALTER SEQUENCE public.one_time_code_id_seq OWNED BY public.one_time_code.id;
CREATE TABLE public.option (
key character varying(128) NOT NULL,
value text NOT NULL,
updated_at bigint NOT NULL
);
CREATE TABLE public.outbox (
id integer NOT NULL,
ref character varying(190) NOT NULL,
row_uid character varying(26) NOT NULL,
kind character varying(16) NOT NULL,
body text NOT NULL,
state character varying(16) NOT NULL,
tries integer NOT NULL,
next_try_at_ms bigint NOT NULL,
claimed_by character varying(26) NOT NULL,
give_up_at_ms bigint NOT NULL,
created_at_ms bigint NOT NULL,
last_error character varying(255) NOT NULL
);
CREATE SEQUENCE public.outbox_id_seq
AS integer
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1;
ALTER SEQUENCE public.outbox_id_seq OWNED BY public.outbox.id;
CREATE TABLE public.passkey (
id integer NOT NULL,
user_id integer NOT NULL,
credential_hash character varying(64) NOT NULL,
credential_id text NOT NULL,
public_key text NOT NULL,
counter bigint NOT NULL,
transports character varying(255) NOT NULL,
name character varying(255) NOT NULL,
is_synced integer NOT NULL,
created_at bigint NOT NULL,
last_used_at bigint
);
CREATE SEQUENCE public.passkey_id_seq
AS integer
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1;
ALTER SEQUENCE public.passkey_id_seq OWNED BY public.passkey.id;
CREATE TABLE public.price_version (
id integer NOT NULL,
created_at bigint NOT NULL,
cause character varying(16) NOT NULL,
user_id integer NOT NULL,
returned_to integer NOT NULL,
note character varying(255) NOT NULL,
settings text NOT NULL,
built_in character varying(64) NOT NULL,
changed_settings text NOT NULL,
changes integer NOT NULL
);
CREATE SEQUENCE public.price_version_id_seq
AS integer
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1;
ALTER SEQUENCE public.price_version_id_seq OWNED BY public.price_version.id;
CREATE TABLE public.recovery_code (
code_hash character varying(64) NOT NULL,
user_id integer NOT NULL,
used_at bigint
);
CREATE TABLE public.redemption (
id integer NOT NULL,
user_id integer NOT NULL,
name character varying(64) NOT NULL,
code_hash character varying(64) NOT NULL,
code_enc character varying(255) NOT NULL,
row_uid character varying(26) NOT NULL,
status integer NOT NULL,
quota bigint NOT NULL,
is_gift integer NOT NULL,
max_uses integer NOT NULL,
used_count integer DEFAULT 0 NOT NULL,
used_user_id integer DEFAULT 0 NOT NULL,
valid_from bigint DEFAULT 0 NOT NULL,
valid_until bigint DEFAULT 0 NOT NULL,
created_at bigint NOT NULL,
redeemed_at bigint DEFAULT 0 NOT NULL,
deleted_at bigint
);
CREATE SEQUENCE public.redemption_id_seq
AS integer
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1;
ALTER SEQUENCE public.redemption_id_seq OWNED BY public.redemption.id;
CREATE TABLE public.redemption_use (
redemption_id integer NOT NULL,
user_id integer NOT NULL,
quota bigint NOT NULL,
used_at bigint NOT NULL
);
CREATE TABLE public.session (
id_hash character varying(64) NOT NULL,
user_id integer NOT NULL,
auth_epoch integer NOT NULL,
created_at bigint NOT NULL,
seen_at bigint NOT NULL,
ip_prefix character varying(64) DEFAULT ''::character varying NOT NULL,
agent character varying(255) DEFAULT ''::character varying NOT NULL
);
CREATE TABLE public.session_confirmation (
id_hash character varying(64) NOT NULL,
purpose character varying(32) NOT NULL,
expires_at bigint NOT NULL
);
CREATE TABLE public.sign_in_proof (
proof_hash character varying(64) NOT NULL,
expires_at bigint NOT NULL
);
CREATE TABLE public.sign_in_state (
state_hash character varying(64) NOT NULL,
provider character varying(32) NOT NULL,
purpose character varying(16) NOT NULL,
user_id integer NOT NULL,
owner_hash character varying(64) NOT NULL,
sealed text NOT NULL,
invite_code character varying(64) NOT NULL,
redirect_uri text NOT NULL,
expires_at bigint NOT NULL
);
CREATE TABLE public.stored_response (
response_key character varying(190) NOT NULL,
user_id integer NOT NULL,
channel_id integer NOT NULL,
previous_key character varying(190) NOT NULL,
input text NOT NULL,
body text NOT NULL,
expires_at bigint NOT NULL,
token_id integer DEFAULT 0 NOT NULL,
model character varying(255) DEFAULT ''::character varying NOT NULL,
group_name character varying(64) DEFAULT ''::character varying NOT NULL,
row_uid character varying(26) DEFAULT ''::character varying NOT NULL,
bytes bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.throttle (
throttle_key character varying(64) NOT NULL,
subject character varying(64) NOT NULL,
state text NOT NULL,
expires_at bigint NOT NULL
);
CREATE TABLE public.token (
id integer NOT NULL,
user_id integer NOT NULL,
name character varying(64) NOT NULL,
key_hash character varying(64) NOT NULL,
key_tail character varying(8) NOT NULL,
key_enc character varying(512) NOT NULL,
row_uid character varying(26) NOT NULL,
status integer NOT NULL,
group_name character varying(64) DEFAULT ''::character varying NOT NULL,
is_unlimited integer DEFAULT 0 NOT NULL,
expires_at bigint,
rate_limit_enabled integer DEFAULT 0 NOT NULL,
rate_limit_period integer DEFAULT 60 NOT NULL,
rate_limit_count integer DEFAULT 1000 NOT NULL,
rate_limit_success integer DEFAULT 10 NOT NULL,
model_limits_enabled integer DEFAULT 0 NOT NULL,
model_limits text NOT NULL,
allow_ips text NOT NULL,
created_at bigint NOT NULL,
accessed_at bigint DEFAULT 0 NOT NULL,
deleted_at bigint,
key_head character varying(8) DEFAULT ''::character varying NOT NULL
);
CREATE SEQUENCE public.token_id_seq
AS integer
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1;
ALTER SEQUENCE public.token_id_seq OWNED BY public.token.id;
CREATE TABLE public.top_up_order (
id integer NOT NULL,
user_id integer NOT NULL,
gateway character varying(16) NOT NULL,
method character varying(16) NOT NULL,
trade_no character varying(64) NOT NULL,
gateway_ref character varying(255) DEFAULT ''::character varying NOT NULL,
amount bigint NOT NULL,
quota bigint NOT NULL,
money bigint NOT NULL,
currency character varying(8) NOT NULL,
status character varying(16) NOT NULL,
created_at bigint NOT NULL,
paid_at bigint DEFAULT 0 NOT NULL,
refunded_at bigint DEFAULT 0 NOT NULL
);
CREATE SEQUENCE public.top_up_order_id_seq
AS integer
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1;
ALTER SEQUENCE public.top_up_order_id_seq OWNED BY public.top_up_order.id;
CREATE TABLE public.totp (
user_id integer NOT NULL,
sealed text NOT NULL,
is_enabled integer NOT NULL,
last_step bigint NOT NULL,
created_at bigint NOT NULL
);
CREATE TABLE public.usage_channel_hour (
hour bigint NOT NULL,
channel_id integer NOT NULL,
calls bigint NOT NULL,
prompt_tokens bigint NOT NULL,
completion_tokens bigint NOT NULL,
quota bigint NOT NULL
);
CREATE TABLE public.usage_hour (
hour bigint NOT NULL,
user_id integer NOT NULL,
model_name character varying(190) NOT NULL,
channel_id integer NOT NULL,
calls bigint NOT NULL,
prompt_tokens bigint NOT NULL,
completion_tokens bigint NOT NULL,
quota bigint NOT NULL
);
CREATE TABLE public.usage_model_hour (
hour bigint NOT NULL,
model_name character varying(190) NOT NULL,
calls bigint NOT NULL,
prompt_tokens bigint NOT NULL,
completion_tokens bigint NOT NULL,
quota bigint NOT NULL
);
CREATE TABLE public.usage_user_day (
day bigint NOT NULL,
user_id integer NOT NULL,
calls bigint NOT NULL,
prompt_tokens bigint NOT NULL,
completion_tokens bigint NOT NULL,
quota bigint NOT NULL
);
CREATE TABLE public."user" (
id integer NOT NULL,
username character varying(64) NOT NULL,
display_name character varying(64) DEFAULT ''::character varying NOT NULL,
password_hash character varying(255) DEFAULT ''::character varying NOT NULL,
role integer NOT NULL,
status integer NOT NULL,
group_name character varying(64) DEFAULT 'default'::character varying NOT NULL,
email character varying(255) DEFAULT ''::character varying NOT NULL,
auth_epoch integer DEFAULT 0 NOT NULL,
language character varying(8) DEFAULT ''::character varying NOT NULL,
setting text NOT NULL,
aff_code character varying(32) NOT NULL,
aff_count integer DEFAULT 0 NOT NULL,
inviter_id integer DEFAULT 0 NOT NULL,
created_at bigint NOT NULL,
deleted_at bigint,
username_key character varying(255),
email_key character varying(255),
access_token_hash character varying(64),
access_token_used_at bigint,
last_login_at bigint,
invite_income bigint,
invite_gifts bigint
);
CREATE SEQUENCE public.user_id_seq
AS integer
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1;
ALTER SEQUENCE public.user_id_seq OWNED BY public."user".id;
CREATE TABLE public.vault (
vault_key character varying(190) NOT NULL,
value text NOT NULL,
expires_at bigint NOT NULL
);
CREATE TABLE public.vendor_bill (
id integer NOT NULL,
channel_id integer NOT NULL,
form character varying(16) NOT NULL,
file_name character varying(190) NOT NULL,
user_id integer NOT NULL,
created_at bigint NOT NULL
);
CREATE SEQUENCE public.vendor_bill_id_seq
AS integer
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1;
ALTER SEQUENCE public.vendor_bill_id_seq OWNED BY public.vendor_bill.id;
CREATE TABLE public.vendor_bill_line (
channel_id integer NOT NULL,
day bigint NOT NULL,
model_name character varying(190) NOT NULL,
bill_id integer NOT NULL,
micros bigint NOT NULL,
quota bigint NOT NULL,
slack bigint NOT NULL,
tokens bigint NOT NULL
);
ALTER TABLE ONLY public.account ALTER COLUMN id SET DEFAULT nextval('public.account_id_seq'::regclass);
ALTER TABLE ONLY public.audit ALTER COLUMN id SET DEFAULT nextval('public.audit_id_seq'::regclass);
ALTER TABLE ONLY public.budget ALTER COLUMN id SET DEFAULT nextval('public.budget_id_seq'::regclass);
ALTER TABLE ONLY public.channel ALTER COLUMN id SET DEFAULT nextval('public.channel_id_seq'::regclass);
ALTER TABLE ONLY public.channel_key ALTER COLUMN id SET DEFAULT nextval('public.channel_key_id_seq'::regclass);
ALTER TABLE ONLY public.entry ALTER COLUMN id SET DEFAULT nextval('public.entry_id_seq'::regclass);
ALTER TABLE ONLY public.identity ALTER COLUMN id SET DEFAULT nextval('public.identity_id_seq'::regclass);
ALTER TABLE ONLY public.log ALTER COLUMN id SET DEFAULT nextval('public.log_id_seq'::regclass);
ALTER TABLE ONLY public.message ALTER COLUMN id SET DEFAULT nextval('public.message_id_seq'::regclass);
ALTER TABLE ONLY public.one_time_code ALTER COLUMN id SET DEFAULT nextval('public.one_time_code_id_seq'::regclass);
ALTER TABLE ONLY public.outbox ALTER COLUMN id SET DEFAULT nextval('public.outbox_id_seq'::regclass);
ALTER TABLE ONLY public.passkey ALTER COLUMN id SET DEFAULT nextval('public.passkey_id_seq'::regclass);
ALTER TABLE ONLY public.price_version ALTER COLUMN id SET DEFAULT nextval('public.price_version_id_seq'::regclass);
ALTER TABLE ONLY public.redemption ALTER COLUMN id SET DEFAULT nextval('public.redemption_id_seq'::regclass);
ALTER TABLE ONLY public.token ALTER COLUMN id SET DEFAULT nextval('public.token_id_seq'::regclass);
ALTER TABLE ONLY public.top_up_order ALTER COLUMN id SET DEFAULT nextval('public.top_up_order_id_seq'::regclass);
ALTER TABLE ONLY public."user" ALTER COLUMN id SET DEFAULT nextval('public.user_id_seq'::regclass);
ALTER TABLE ONLY public.vendor_bill ALTER COLUMN id SET DEFAULT nextval('public.vendor_bill_id_seq'::regclass);
INSERT INTO public.account VALUES
	(4, 'adjust', 0, 0, 0, 0, 0),
	(5, 'house', 0, 0, 0, 0, 0),
	(9, 'token', 1, 0, 0, 0, 0),
	(10, 'redeem', 0, -2500000, 0, 0, 0),
	(11, 'epay', 0, -5000000, 0, 0, 0),
	(3, 'grant', 0, -101442600, 0, 0, 0),
	(8, 'referral', 1, 0, 0, 0, 0),
	(6, 'user', 1, 101437112, 0, 388, 3),
	(12, 'token', 2, 500000, 0, 388, 3),
	(14, 'token', 4, 1, 0, 0, 0),
	(7, 'user', 2, 7504975, 0, 125, 1),
	(13, 'token', 3, 999875, 0, 125, 1),
	(15, 'token-budget', 3, 499875, 0, 125, 1),
	(1, 'revenue', 0, 513, 0, 0, 0),
	(2, 'limit', 0, -1999751, 0, 0, 0);
INSERT INTO public.account_day VALUES
	(6, 20782, 'grant', 1, 100000000, 0),
	(7, 20782, 'grant', 1, 5000, 0),
	(8, 20782, 'grant', 1, 500000, 0),
	(7, 20782, 'redeem', 1, 2500000, 0),
	(6, 20782, 'rebate', 2, 937500, 0),
	(7, 20782, 'epay', 1, 5000000, 0),
	(7, 20782, 'check-in', 1, 100, 0),
	(6, 20782, 'aff-transfer', 1, 500000, 0),
	(8, 20782, 'aff-transfer', 1, 0, 500000),
	(6, 20782, 'settle', 3, 0, 388),
	(7, 20782, 'settle', 1, 0, 125);
INSERT INTO public.account_entry VALUES
	(6, 1795646568951, 'grant:setup:1'),
	(7, 1795646570747, 'grant:register:2'),
	(8, 1795646570787, 'grant:inviter:2'),
	(7, 1795646572034, 'redeem:1:2'),
	(6, 1795646572034, 'rebate:redeem:1:2'),
	(7, 1795646573793, 'epay:1'),
	(6, 1795646573793, 'rebate:epay:1'),
	(7, 1795646574335, 'check-in:2:20782'),
	(8, 1795646574417, 'aff-transfer:01M8AE0KRE54QW0VR842JKR4WP'),
	(6, 1795646574417, 'aff-transfer:01M8AE0KRE54QW0VR842JKR4WP');
INSERT INTO public.audit VALUES
	(1, 1795646568, 1, 'root', '127.0.0.1', 'setup', '1', '{"after":{"username":"root"}}', '01M8AE0EB2XZMN4HJ994MB16YY', '', '57b399387213ee387f371b3a7ba7a287cdbd5414ec3c4a3de060de9572b138c4'),
	(2, 1795646569, 1, 'root', '127.0.0.1', 'login', 'root', '{"after":{"agent":""}}', '01M8AE0EJV4M7HNFEX5N83B1VA', '57b399387213ee387f371b3a7ba7a287cdbd5414ec3c4a3de060de9572b138c4', '784b9343ac094f440b86d64f10256ab1e49d902cff65ab43ab5d7d305d26575c'),
	(3, 1795646569, 1, 'root', '127.0.0.1', 'option.update', 'QuotaForNewUser', '{"before":"0","after":"5000"}', '01M8AE0EPYQBE8VJ75645PJ5AT', '784b9343ac094f440b86d64f10256ab1e49d902cff65ab43ab5d7d305d26575c', '92976344d594036d2b23cd4fac478955f88b304f3b8bc825e4bdd4622f22e567'),
	(4, 1795646569, 1, 'root', '127.0.0.1', 'option.update', 'QuotaForInviter', '{"before":"0","after":"500000"}', '01M8AE0EVH72VZGNZY495PRPKC', '92976344d594036d2b23cd4fac478955f88b304f3b8bc825e4bdd4622f22e567', 'd8e1f4fb5353f649be397d614efeec9e48097c7ab52021427be66b43420ddebc'),
	(5, 1795646569, 1, 'root', '127.0.0.1', 'option.update', 'CheckInEnabled', '{"before":"false","after":"true"}', '01M8AE0EY6XA726N8A1NW050VS', 'd8e1f4fb5353f649be397d614efeec9e48097c7ab52021427be66b43420ddebc', '0ed6235263cf1cbd68614f2fff0755ea12b9aa50ea1f921fb8107e848db945b4'),
	(6, 1795646569, 1, 'root', '127.0.0.1', 'option.update', 'CheckInQuota', '{"before":"1000","after":"100"}', '01M8AE0F1B7G9GX26SR38A8DD2', '0ed6235263cf1cbd68614f2fff0755ea12b9aa50ea1f921fb8107e848db945b4', 'fbeff56e3ab566e67c201855802a7e82e050170ad2f23f12e3d4c7f1489e1e72'),
	(7, 1795646569, 1, 'root', '127.0.0.1', 'option.update', 'RebateEnabled', '{"before":"false","after":"true"}', '01M8AE0F28SE93JMRDX8WVPGSD', 'fbeff56e3ab566e67c201855802a7e82e050170ad2f23f12e3d4c7f1489e1e72', '58e3704a3367864c093ee35c9159e40a7400820648b83be5df89ff433a0ab667'),
	(8, 1795646569, 1, 'root', '127.0.0.1', 'option.update', 'RebatePercentage', '{"before":"0","after":"12.5"}', '01M8AE0F34J4MKCR8THAATABG1', '58e3704a3367864c093ee35c9159e40a7400820648b83be5df89ff433a0ab667', 'f604bef7476d1a566977bfef34c54497f077e5e172af69ee637b52ab5d14dda4'),
	(9, 1795646569, 1, 'root', '127.0.0.1', 'option.update', 'GroupRatio', '{"before":"{\"default\":1,\"vip\":1,\"svip\":1}","after":"{\"default\":1,\"vip\":0.8}"}', '01M8AE0F4746SH7BW66HDQ24DT', 'f604bef7476d1a566977bfef34c54497f077e5e172af69ee637b52ab5d14dda4', '90d7e721a68bff5324d3153f4912bd09c680219417d0641a0de089c29ec0f942'),
	(10, 1795646569, 1, 'root', '127.0.0.1', 'option.update', 'ModelRatio', '{"before":"{}","after":"{\"fake-model\":1.25}"}', '01M8AE0F5CYJBQJGHXD8GE92E1', '90d7e721a68bff5324d3153f4912bd09c680219417d0641a0de089c29ec0f942', '6d3899d89c45f1608a16d37185807cb19a249b5f98093d2ddf23d12ebb89c697'),
	(11, 1795646569, 1, 'root', '127.0.0.1', 'channel.create', '1', '{"after":{"id":1,"name":"two keys","type":8,"has_key":"***","key_count":2,"openai_organization":"","max_input_tokens":0,"base_url":"http://127.0.0.1:41701","other":"","model_mapping":"","status_code_mapping":"","models":"fake-model","group":"default,vip","auto_ban":1,"test_model":"","priority":0,"weight":0,"tag":"","model_prefix":"","setting":"","param_override":"","system_prompt":"","status":1,"response_time":0,"test_failure":null,"balance":0,"balance_currency":"","used_quota":0,"other_info":"","created_time":1795646569,"test_time":0,"balance_updated_time":0}}', '01M8AE0F7DWGZWANGZSTC0SDNF', '6d3899d89c45f1608a16d37185807cb19a249b5f98093d2ddf23d12ebb89c697', '77a468dac8d5708bd720a50d3aab7c495e25e1ba2dff58fd4ad5b3d665b3028b'),
	(12, 1795646570, 1, 'root', '127.0.0.1', 'bill.store', '1', '{"after":{"channel_id":1,"file_name":"bill.csv","form":"general","lines":1,"dollars":"0.50","days":1,"replaces":{"days":0,"amount":0}}}', '01M8AE0FEN4Q2114NTCY7Q4GQP', '77a468dac8d5708bd720a50d3aab7c495e25e1ba2dff58fd4ad5b3d665b3028b', 'f55815991b4ed0cedb2aeaa4e370c79186602c804bdf825dd8dd4e4deec9ca38'),
	(13, 1795646570, 2, 'guest', '127.0.0.1', 'user.register', '2', '{"after":{"username":"guest"}}', '01M8AE0FJMK88NV4111A45CANN', 'f55815991b4ed0cedb2aeaa4e370c79186602c804bdf825dd8dd4e4deec9ca38', 'a6664dea4f4ddf6ab097129c612d069dccbb589ac60e00442a35f2ef2bacd218'),
	(14, 1795646571, 2, 'guest', '127.0.0.1', 'login', 'guest', '{"after":{"agent":""}}', '01M8AE0GCX7K4NQZ1WQR5AGJP7', 'a6664dea4f4ddf6ab097129c612d069dccbb589ac60e00442a35f2ef2bacd218', '12d33295a40c01b62113fe547078270d6c1b2aa39fb6843a4b153898e265899f'),
	(15, 1795646571, 1, 'root', '127.0.0.1', 'message.create', '1', '{"after":{"id":1,"title":"Welcome","content":"Make a token first.","format":"plain","created_at":1795646571,"stats":{"total_recipients":2,"read_count":0},"to":{"everyone":true}}}', '01M8AE0GQG4XYDG01V126RRMVQ', '12d33295a40c01b62113fe547078270d6c1b2aa39fb6843a4b153898e265899f', 'adfcd3e714b4f20c4de3249738e8b6213ce421d2936b606ee96fbfc154bf3a63'),
	(16, 1795646571, 1, 'root', '127.0.0.1', 'redemption.create', 'spring', '{"after":{"name":"spring","quota":2500000,"count":2,"is_gift":false,"max_uses":-1,"valid_from":0,"valid_until":0,"is_own_code":false}}', '01M8AE0GW1T6KQ9FJ2RGBNRE87', 'adfcd3e714b4f20c4de3249738e8b6213ce421d2936b606ee96fbfc154bf3a63', '9f844e78d08cd0bbc2ebf2461f67a273f69022d5b03002079230fbd1accc3a35'),
	(17, 1795646572, 2, 'guest', '127.0.0.1', 'wallet.redeem', '2', '{"after":{"quota":2500000,"is_gift":false}}', '01M8AE0H56ZKF9P52V1630JZ3Y', '9f844e78d08cd0bbc2ebf2461f67a273f69022d5b03002079230fbd1accc3a35', '99c1278102e7b927ce0a57977b3e56762e03b235fa1fb685aeb44b20cd9ef37b'),
	(18, 1795646572, 1, 'root', '127.0.0.1', 'account.confirm', '1', '{"after":{"purpose":"secret_options","by":"password"}}', '01M8AE0HJT531JPQZM0C5AG030', '99c1278102e7b927ce0a57977b3e56762e03b235fa1fb685aeb44b20cd9ef37b', 'd1dbd3aba18caa0ba72b5f5868f873418c7400dd3f9e77c5bf0bea786a7f5495'),
	(19, 1795646573, 1, 'root', '127.0.0.1', 'option.update', 'ServerAddress', '{"before":"","after":"http://127.0.0.1:41263"}', '01M8AE0JF44RDX24QKAEPAM9YN', 'd1dbd3aba18caa0ba72b5f5868f873418c7400dd3f9e77c5bf0bea786a7f5495', 'f9a1beb4b23045fda7f8fcdd9772fcef4be7c85ee76a788228f66cac65300d25'),
	(20, 1795646573, 1, 'root', '127.0.0.1', 'option.update', 'PayAddress', '{"before":"","after":"https://pay.example"}', '01M8AE0JJHRSSE1KXHVTTVSQFZ', 'f9a1beb4b23045fda7f8fcdd9772fcef4be7c85ee76a788228f66cac65300d25', '1fc745f3b7b1cf59790dcd52d5ad7aab62ad48ebbc64397208d1d733834777a6'),
	(21, 1795646573, 1, 'root', '127.0.0.1', 'option.update', 'EpayId', '{"before":"","after":"1001"}', '01M8AE0JR8R0VBZ5N5J5EK90QQ', '1fc745f3b7b1cf59790dcd52d5ad7aab62ad48ebbc64397208d1d733834777a6', '98166a30e341af58491c8573118907a8ba2ac5a15db5559a9c36dd6dec59a690'),
	(22, 1795646573, 1, 'root', '127.0.0.1', 'option.update', 'EpayKey', '{"before":"***","after":"***"}', '01M8AE0K1CDEBA8RKGJSPR2P09', '98166a30e341af58491c8573118907a8ba2ac5a15db5559a9c36dd6dec59a690', '0e1639fd490f56962a133d413c72ea2e9dbe803cd4605501aca8e5650f56758f'),
	(23, 1795646574, 2, 'guest', '127.0.0.1', 'access-token.create', '2', '{"sent":{}}', '01M8AE0KW0FQPK37M143VTZGYE', '0e1639fd490f56962a133d413c72ea2e9dbe803cd4605501aca8e5650f56758f', '6f385223655d65d1dd9470448c7ed20dccd20b4621ba09c3f51b659139e53e0b'),
	(24, 1795646574, 2, 'guest', '127.0.0.1', 'account.confirm', '2', '{"after":{"purpose":"ways_in","by":"password"}}', '01M8AE0KWS7XM2AXP3WCHR0ZVA', '6f385223655d65d1dd9470448c7ed20dccd20b4621ba09c3f51b659139e53e0b', 'e6840b5bcd1bfd846212bc7215f34ac94affff1292841585c973c6611fa6a9aa'),
	(25, 1795646575, 2, 'guest', '127.0.0.1', 'factor.totp-on', '2', '{"after":{"totp":true}}', '01M8AE0MAZ4R3NPQMD1QPHQT06', 'e6840b5bcd1bfd846212bc7215f34ac94affff1292841585c973c6611fa6a9aa', '0c26f5f70d7425fcaa4d76c3580761651aae01b5dd5f3550cda0af97aa637206'),
	(26, 1795646575, 1, 'root', '127.0.0.1', 'token.create', '2', '{"after":{"id":2,"name":"unlimited","key":"***","status":1,"group":"","remain_quota":500000,"used_quota":0,"unlimited_quota":true,"created_time":1795646575,"accessed_time":0,"expired_time":-1,"rate_limit_enabled":false,"rate_limit_period":60,"rate_limit_count":1000,"rate_limit_success":10,"model_limits_enabled":false,"model_limits":"","allow_ips":""}}', '01M8AE0MFG026B1AJ7K16423NS', '0c26f5f70d7425fcaa4d76c3580761651aae01b5dd5f3550cda0af97aa637206', '2fa56fbfbc3648c87efe3ae04562592b9f1f1d1797c457317b23193b2f27b1e8'),
	(27, 1795646576, 2, 'guest', '127.0.0.1', 'token.create', '3', '{"after":{"id":3,"name":"limited","key":"***","status":1,"group":"","remain_quota":1000000,"used_quota":0,"unlimited_quota":false,"created_time":1795646576,"accessed_time":0,"expired_time":-1,"rate_limit_enabled":false,"rate_limit_period":60,"rate_limit_count":1000,"rate_limit_success":10,"model_limits_enabled":false,"model_limits":"","allow_ips":""}}', '01M8AE0NP14QAGK1AYJ9TRHT1Y', '2fa56fbfbc3648c87efe3ae04562592b9f1f1d1797c457317b23193b2f27b1e8', '36e3d9cb27fb4f5c1530f91f22c1fdd91021ff5bf5f06abd0180dc1e77756629'),
	(28, 1795646576, 2, 'guest', '127.0.0.1', 'token.create', '4', '{"after":{"id":4,"name":"poor","key":"***","status":1,"group":"","remain_quota":1,"used_quota":0,"unlimited_quota":false,"created_time":1795646576,"accessed_time":0,"expired_time":-1,"rate_limit_enabled":false,"rate_limit_period":60,"rate_limit_count":1000,"rate_limit_success":10,"model_limits_enabled":false,"model_limits":"","allow_ips":""}}', '01M8AE0NQ9WYVW0RJTXW52B7WY', '36e3d9cb27fb4f5c1530f91f22c1fdd91021ff5bf5f06abd0180dc1e77756629', '48eeb962d5783b3ff9b58f12dd855fdf42833059cc8caa4a950ad9d689e9db44'),
	(29, 1795646576, 2, 'guest', '127.0.0.1', 'budget.set', 'token 3', '{"after":{"period":"week","zone":"Asia/Shanghai","limit":500000,"soft_limit":250000,"held":0,"spent":0,"started_at":1795363200,"renews_at":1795968000}}', '01M8AE0NRGGK2P2P8S2D0ZPJS8', '48eeb962d5783b3ff9b58f12dd855fdf42833059cc8caa4a950ad9d689e9db44', '6229d14c6ce5b4164c14153794bb6c87be3188a579e05936f0d78cddf5dea032');
INSERT INTO public.batch VALUES
	('01M8AE0BS48A0KPCMH347HQ124', 1, '', 1795646575236),
	('01M8AE0BS48A0KPCMH347HQ124', 3, '', 1795646575838),
	('01M8AE0BS48A0KPCMH347HQ124', 5, '', 1795646575984),
	('01M8AE0BS48A0KPCMH347HQ124', 7, '', 1795646576611),
	('01M8AE0BS48A0KPCMH347HQ124', 2, '', 1795646575804),
	('01M8AE0BS48A0KPCMH347HQ124', 4, '', 1795646575911),
	('01M8AE0BS48A0KPCMH347HQ124', 6, '', 1795646576153),
	('01M8AE0BS48A0KPCMH347HQ124', 8, '', 1795646576960),
	('01M8AE0BS48A0KPCMH347HQ124', 10, '', 1795646577118),
	('01M8AE0BS48A0KPCMH347HQ124', 11, '', 1795646577387),
	('01M8AE0BS48A0KPCMH347HQ124', 9, '', 1795646576982);
INSERT INTO public.book_check VALUES
	(1, 1795646571, 3488, '{"open_holds":0,"charges_without_log":0,"checks":[{"name":"balances","covered":12,"differences":0},{"name":"days","covered":9,"differences":0},{"name":"held","covered":0,"differences":0},{"name":"used","covered":2,"differences":0},{"name":"logs","covered":0,"differences":0},{"name":"times","covered":0,"differences":0},{"name":"orders","covered":1,"differences":0},{"name":"codes","covered":1,"differences":0},{"name":"check_ins","covered":1,"differences":0},{"name":"invitations","covered":1,"differences":0}],"differences":[]}');
INSERT INTO public.book_day VALUES
	(1795564800, 1, 'fake-model', 4, 513, 0, 4, 513, 0, 0, 0, 0);
INSERT INTO public.budget VALUES
	(1, 'token', 3, 15, 'week', 'Asia/Shanghai', 500000, 250000, 0, 1795363200, 1795968000, 0);
INSERT INTO public.channel VALUES
	(1, 'two keys', 8, '', 0, 'http://127.0.0.1:41701', '', '', '', 'fake-model', 'default,vip', 1, '', 0, 0, '', '', '', '', '', 1, 0, '0', 513, '', 1795646569, 0, 0, '', '');
INSERT INTO public.channel_key VALUES
	(1, 1, 0, 'v1:1:Y7RybsAHrWleM99Ddw+BIVi2Z8kAkYuN/Nb0l4Wldiy970zO', '5d74f12d2bff478691fd2e55e060e329eeb4623e3179c0d2cf5b6199bc2097db', 'ar-1', '01M8AE0F8441ZXHHNP5XV43F26', 1, '', 0, 1795646576),
	(2, 1, 1, 'v1:1:3Ez40xg/yYW7jqVeVUILjSw0nFuvezj9k37kHQDA5JlodfBl', 'd861989ac5887fa694d65c55d6b9df8cffee9ba1089d6add56c3af2d3a70aa8e', 'ar-2', '01M8AE0F859BV1EDPV08QWMPWZ', 1, '', 0, 1795646576);
INSERT INTO public.check_in VALUES
	(2, 20782, 100, 1795646574);
INSERT INTO public.entry VALUES
	(1, 'grant:setup:1', 3, 6, 100000000, 'grant', '', 1795646568951, 0, ''),
	(2, 'grant:register:2', 3, 7, 5000, 'grant', '', 1795646570747, 0, ''),
	(3, 'grant:inviter:2', 3, 8, 500000, 'grant', '', 1795646570787, 0, 'invitation'),
	(4, 'redeem:1:2', 10, 7, 2500000, 'redeem', '', 1795646572034, 2, ''),
	(5, 'rebate:redeem:1:2', 3, 6, 312500, 'rebate', '', 1795646572034, 2, ''),
	(6, 'epay:1', 11, 7, 5000000, 'epay', '', 1795646573793, 2, ''),
	(7, 'rebate:epay:1', 3, 6, 625000, 'rebate', '', 1795646573793, 2, ''),
	(8, 'check-in:2:20782', 3, 7, 100, 'check-in', '', 1795646574335, 2, ''),
	(9, 'aff-transfer:01M8AE0KRE54QW0VR842JKR4WP', 8, 6, 500000, 'aff-transfer', '', 1795646574417, 1, ''),
	(10, 'token-limit:01M8AE0MFSW59HKRQW84H98Q3T', 2, 12, 500000, 'token-limit', '', 1795646575114, 1, ''),
	(11, 'settle:01M8AE0MHC14EJT348W6RTDD3R', 6, 1, 188, 'settle', '01M8AE0MHC14EJT348W6RTDD3R', 1795646575804, 0, ''),
	(12, 'settle:01M8AE0N6M333772QME6PVE1WC', 6, 1, 125, 'settle', '01M8AE0N6M333772QME6PVE1WC', 1795646575911, 0, ''),
	(13, 'settle:01M8AE0N9N663E0BV5GDQ4V1P2', 6, 1, 75, 'settle', '01M8AE0N9N663E0BV5GDQ4V1P2', 1795646576153, 0, ''),
	(14, 'token-limit:01M8AE0NP5HSSRMX2H6HS27H9X', 2, 13, 1000000, 'token-limit', '', 1795646576337, 2, ''),
	(15, 'token-limit:01M8AE0NQA8KNW86BHYWMQA4ZQ', 2, 14, 1, 'token-limit', '', 1795646576366, 2, ''),
	(16, 'budget-limit:01M8AE0P08RTAMSM8XR2M0NEQN', 2, 15, 500000, 'budget', '', 1795646576777, 2, ''),
	(17, 'settle:01M8AE0P7B5CZWBKTSAC8FQGAH', 7, 1, 125, 'settle', '01M8AE0P7B5CZWBKTSAC8FQGAH', 1795646576982, 0, ''),
	(18, 'settle:01M8AE0P7B5CZWBKTSAC8FQGAH@13', 13, 2, 125, 'settle', '01M8AE0P7B5CZWBKTSAC8FQGAH', 1795646576982, 0, ''),
	(19, 'settle:01M8AE0P7B5CZWBKTSAC8FQGAH@15', 15, 2, 125, 'settle', '01M8AE0P7B5CZWBKTSAC8FQGAH', 1795646576982, 0, '');
INSERT INTO public.hold VALUES
	('01M8AE0MHC14EJT348W6RTDD3R', '[[6,1],[12,0]]', 40984, 188, 'settled', 'owner', 'node', '01M8AE0BS48A0KPCMH347HQ124', 0, 1, 2, '{"model":"fake-model","source":"ratio","groupRatio":"1","version":3,"quotaPerUnit":500000,"kind":"per-token","ratio":"1.25","weights":{"freshInput":"1","cacheRead":"1","cacheWrite":"1.25","cacheWriteLong":"2","output":"1","audioInput":"20","audioOutput":"40"}}', '', 0, 1795646575236, 1795646575804, 0, 40984, NULL),
	('01M8AE0N6M333772QME6PVE1WC', '[[6,1],[12,0]]', 643, 125, 'settled', 'owner', 'node', '01M8AE0BS48A0KPCMH347HQ124', 0, 1, 2, '{"model":"fake-model","source":"ratio","groupRatio":"1","version":3,"quotaPerUnit":500000,"kind":"per-token","ratio":"1.25","weights":{"freshInput":"1","cacheRead":"1","cacheWrite":"1.25","cacheWriteLong":"2","output":"1","audioInput":"20","audioOutput":"40"}}', '', 0, 1795646575838, 1795646575911, 0, 643, NULL),
	('01M8AE0N9N663E0BV5GDQ4V1P2', '[[6,1],[12,0]]', 40975, 75, 'settled', 'owner', 'node', '01M8AE0BS48A0KPCMH347HQ124', 0, 1, 2, '{"model":"fake-model","source":"ratio","groupRatio":"1","version":3,"quotaPerUnit":500000,"kind":"per-token","ratio":"1.25","weights":{"freshInput":"1","cacheRead":"1","cacheWrite":"1.25","cacheWriteLong":"2","output":"1","audioInput":"20","audioOutput":"40"}}', '', 0, 1795646575984, 1795646576153, 0, 40975, NULL),
	('01M8AE0P7B5CZWBKTSAC8FQGAH', '[[7,1],[13,1],[15,1]]', 40978, 125, 'settled', 'owner', 'node', '01M8AE0BS48A0KPCMH347HQ124', 0, 2, 3, '{"model":"fake-model","source":"ratio","groupRatio":"1","version":3,"quotaPerUnit":500000,"kind":"per-token","ratio":"1.25","weights":{"freshInput":"1","cacheRead":"1","cacheWrite":"1.25","cacheWriteLong":"2","output":"1","audioInput":"20","audioOutput":"40"}}', '', 0, 1795646576960, 1795646576982, 0, 40978, NULL);
INSERT INTO public.log VALUES
	(1, 1795646572, 1, 2, 'guest', 0, 0, '', '', '', 0, 0, 0, 0, 0, '', '01M8AE0H56ZKF9P52V1630JZ3Y'),
	(2, 1795646572, 4, 1, 'root', 0, 0, '', '', '', 0, 0, 0, 0, 0, '', '01M8AE0HFDMHGYEZ57E0GGAH54'),
	(3, 1795646573, 1, 2, 'guest', 0, 0, '', '', '', 0, 0, 0, 0, 0, '', '01M8AE0K3DG3CXE4KW9NGWM6PS'),
	(4, 1795646574, 4, 1, 'root', 0, 0, '', '', '', 0, 0, 0, 0, 0, '', '01M8AE0K3F8GCN32MGC6772E18'),
	(5, 1795646574, 5, 2, 'guest', 0, 0, '', '', '', 0, 0, 0, 0, 0, '', '01M8AE0KMGEDA1WHXWE3X6711E'),
	(6, 1795646574, 4, 1, 'root', 0, 0, '', '', '', 0, 0, 0, 0, 0, '', '01M8AE0KRE54QW0VR842JKR4WP'),
	(7, 1795646575, 2, 1, 'root', 1, 2, 'unlimited', 'default', 'fake-model', 0, 1, 120, 30, 188, '', '01M8AE0MHC14EJT348W6RTDD3R'),
	(8, 1795646575, 2, 1, 'root', 1, 2, 'unlimited', 'default', 'fake-model', 1, 0, 80, 20, 125, '', '01M8AE0N6M333772QME6PVE1WC'),
	(9, 1795646576, 2, 1, 'root', 1, 2, 'unlimited', 'default', 'fake-model', 0, 0, 50, 10, 75, '', '01M8AE0N9N663E0BV5GDQ4V1P2'),
	(10, 1795646576, 6, 1, 'root', 0, 2, 'unlimited', 'default', 'no-such-model', 0, 0, 0, 0, 0, '', '01M8AE0NNA1VSMFEZE25CY6EFJ'),
	(11, 1795646576, 2, 2, 'guest', 1, 3, 'limited', 'default', 'fake-model', 0, 0, 80, 20, 125, '', '01M8AE0P7B5CZWBKTSAC8FQGAH'),
	(12, 1795646577, 6, 2, 'guest', 0, 4, 'poor', 'default', 'fake-model', 0, 0, 0, 0, 0, '', '01M8AE0PDGCM2FKWPZCSZ7FG5J');
INSERT INTO public.log_detail VALUES
	('01M8AE0H56ZKF9P52V1630JZ3Y', '{"content":{"key":"redeemed","facts":{"amount":2500000,"id":1}}}'),
	('01M8AE0HFDMHGYEZ57E0GGAH54', '{"content":{"key":"rebate","facts":{"share":312500,"amount":2500000}}}'),
	('01M8AE0K3DG3CXE4KW9NGWM6PS', '{"content":{"key":"paid","facts":{"amount":5000000,"trade":"USR2NOUj3yZj1795646573"}}}'),
	('01M8AE0K3F8GCN32MGC6772E18', '{"content":{"key":"rebate","facts":{"share":625000,"amount":5000000}}}'),
	('01M8AE0KMGEDA1WHXWE3X6711E', '{"content":{"key":"check_in","facts":{"quota":100}}}'),
	('01M8AE0KRE54QW0VR842JKR4WP', '{"content":{"key":"aff_transfer","facts":{"amount":500000}}}'),
	('01M8AE0MHC14EJT348W6RTDD3R', '{"model_price":-1,"model_ratio":1.25,"group_ratio":1,"price_version":3,"cache_ratio":1,"cache_creation_ratio":1.25,"completion_ratio":1,"cache_tokens":64,"total_ms":616,"endpoint":"/v1/chat/completions","frt":610,"end_reason":"done","usage_source":"upstream","usage_raw":{"prompt_tokens":120,"completion_tokens":30,"total_tokens":150,"prompt_tokens_details":{"cached_tokens":64,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":0,"audio_tokens":0}},"charge":{"kind":"per-token","lines":[{"bucket":"freshInput","tokens":56,"weight":"1"},{"bucket":"cacheRead","tokens":64,"weight":"1"},{"bucket":"output","tokens":30,"weight":"1"}],"model_ratio":"1.25","price_source":"ratio","priced_model":"fake-model","group_ratio":"1","quota":188,"held":40984,"entry_ref":"settle:01M8AE0MHC14EJT348W6RTDD3R"},"admin_info":{"use_channel":["1"],"attempts":[{"channel_id":1,"channel_name":"two keys","started_ms":167,"took_ms":447,"status":200}]}}'),
	('01M8AE0N6M333772QME6PVE1WC', '{"model_price":-1,"model_ratio":1.25,"group_ratio":1,"price_version":3,"cache_ratio":1,"cache_creation_ratio":1.25,"completion_ratio":1,"total_ms":51,"endpoint":"/v1/chat/completions","frt":49,"end_reason":"done","usage_source":"upstream","usage_raw":{"prompt_tokens":80,"completion_tokens":20,"total_tokens":100,"prompt_tokens_details":{"cached_tokens":0,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":0,"audio_tokens":0}},"charge":{"kind":"per-token","lines":[{"bucket":"freshInput","tokens":80,"weight":"1"},{"bucket":"output","tokens":20,"weight":"1"}],"model_ratio":"1.25","price_source":"ratio","priced_model":"fake-model","group_ratio":"1","quota":125,"held":643,"entry_ref":"settle:01M8AE0N6M333772QME6PVE1WC"},"admin_info":{"use_channel":["1"],"attempts":[{"channel_id":1,"channel_name":"two keys","started_ms":14,"took_ms":35,"status":200}]}}'),
	('01M8AE0N9N663E0BV5GDQ4V1P2', '{"model_price":-1,"model_ratio":1.25,"group_ratio":1,"price_version":3,"cache_ratio":1,"cache_creation_ratio":1.25,"completion_ratio":1,"total_ms":205,"endpoint":"/v1/responses","frt":171,"end_reason":"done","usage_source":"upstream","usage_raw":{"prompt_tokens":50,"completion_tokens":10,"total_tokens":60,"prompt_tokens_details":{"cached_tokens":0,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":0,"audio_tokens":0}},"upstream_dialect":"openai-chat","losses":["reply.system_fingerprint"],"charge":{"kind":"per-token","lines":[{"bucket":"freshInput","tokens":50,"weight":"1"},{"bucket":"output","tokens":10,"weight":"1"}],"model_ratio":"1.25","price_source":"ratio","priced_model":"fake-model","group_ratio":"1","quota":75,"held":40975,"entry_ref":"settle:01M8AE0N9N663E0BV5GDQ4V1P2"},"admin_info":{"use_channel":["1"],"attempts":[{"channel_id":1,"channel_name":"two keys","started_ms":135,"took_ms":48,"status":200}]}}'),
	('01M8AE0NNA1VSMFEZE25CY6EFJ', '{"total_ms":6,"endpoint":"/v1/chat/completions","error_type":"gateway_error","error_code":"model_not_found","status_code":404,"content":{"key":"model_not_found","facts":{"model":"no-such-model","group":"default"}},"admin_info":{"use_channel":[],"attempts":[]}}'),
	('01M8AE0P7B5CZWBKTSAC8FQGAH', '{"model_price":-1,"model_ratio":1.25,"group_ratio":1,"price_version":3,"cache_ratio":1,"cache_creation_ratio":1.25,"completion_ratio":1,"total_ms":78,"endpoint":"/v1/chat/completions","frt":77,"end_reason":"done","usage_source":"upstream","usage_raw":{"prompt_tokens":80,"completion_tokens":20,"total_tokens":100,"prompt_tokens_details":{"cached_tokens":0,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":0,"audio_tokens":0}},"charge":{"kind":"per-token","lines":[{"bucket":"freshInput","tokens":80,"weight":"1"},{"bucket":"output","tokens":20,"weight":"1"}],"model_ratio":"1.25","price_source":"ratio","priced_model":"fake-model","group_ratio":"1","quota":125,"held":40978,"entry_ref":"settle:01M8AE0P7B5CZWBKTSAC8FQGAH"},"admin_info":{"use_channel":["1"],"attempts":[{"channel_id":1,"channel_name":"two keys","started_ms":75,"took_ms":3,"status":200}]}}'),
	('01M8AE0PDGCM2FKWPZCSZ7FG5J', '{"total_ms":52,"endpoint":"/v1/chat/completions","error_type":"gateway_error","error_code":"pre_consume_token_quota_failed","status_code":403,"content":{"key":"pre_consume_token_quota_failed","facts":{"need":5140,"available":1}},"admin_info":{"use_channel":[],"attempts":[]}}');
INSERT INTO public.message VALUES
	(1, 'Welcome', 'Make a token first.', 'plain', 1, 1795646571, 1795646571, 2, 0);
INSERT INTO public.message_recipient VALUES
	(1, 1, NULL),
	(1, 2, NULL);
INSERT INTO public.meta VALUES
	('master_key_check', 'v1:1:gJx+WCQ8uBAnN94mMtph2Ufdx2PQKRFlM4YAHyR3qGFWBeK+DA1ABKFUe/KGpSijuR8MPKAXmsgG1FJBiyfHgvvws3s='),
	('setup', '{"version":"0.1.0","at":1795646568}'),
	('audit_head', '6229d14c6ce5b4164c14153794bb6c87be3188a579e05936f0d78cddf5dea032');
INSERT INTO public.migration VALUES
	('0001-people', '2026-11-25T22:42:44.384Z'),
	('0002-money', '2026-11-25T22:42:44.488Z'),
	('0003-access', '2026-11-25T22:42:44.639Z'),
	('0004-log', '2026-11-25T22:42:44.776Z'),
	('0005-vault', '2026-11-25T22:42:44.808Z'),
	('0006-responses', '2026-11-25T22:42:44.846Z'),
	('0007-sign-in', '2026-11-25T22:42:45.024Z'),
	('0008-channel-keys', '2026-11-25T22:42:45.047Z'),
	('0009-kept-answers', '2026-11-25T22:42:45.092Z'),
	('0010-token-heads', '2026-11-25T22:42:45.100Z'),
	('0011-house-part', '2026-11-25T22:42:45.104Z'),
	('0012-channel-tests', '2026-11-25T22:42:45.114Z'),
	('0013-usage-sums', '2026-11-25T22:42:45.209Z'),
	('0014-log-cost', '2026-11-25T22:42:45.231Z'),
	('0015-hold-parts', '2026-11-25T22:42:45.235Z'),
	('0016-outbox', '2026-11-25T22:42:45.372Z'),
	('0017-people', '2026-11-25T22:42:45.389Z'),
	('0018-messages', '2026-11-25T22:42:45.465Z'),
	('0019-outside-sign-in', '2026-11-25T22:42:45.523Z'),
	('0020-audit', '2026-11-25T22:42:45.563Z'),
	('0021-second-factor', '2026-11-25T22:42:45.683Z'),
	('0022-money-in', '2026-11-25T22:42:45.795Z'),
	('0023-wallet', '2026-11-25T22:42:45.814Z'),
	('0024-price-version', '2026-11-25T22:42:45.845Z'),
	('0025-statement', '2026-11-25T22:42:45.895Z'),
	('0026-books', '2026-11-25T22:42:45.991Z'),
	('0027-budget', '2026-11-25T22:42:46.032Z');
INSERT INTO public.migration_lock VALUES
	('migration_lock', 0);
INSERT INTO public.node VALUES
	('01M8AE0BS48A0KPCMH347HQ124', 'vm', 1795646566, 0);
INSERT INTO public.option VALUES
	('SelfUseModeEnabled', 'false', 1795646568),
	('DemoSiteEnabled', 'false', 1795646568),
	('QuotaForNewUser', '5000', 1795646569),
	('QuotaForInviter', '500000', 1795646569),
	('CheckInEnabled', 'true', 1795646569),
	('CheckInQuota', '100', 1795646569),
	('RebateEnabled', 'true', 1795646569),
	('RebatePercentage', '12.5', 1795646569),
	('GroupRatio', '{"default":1,"vip":0.8}', 1795646569),
	('ModelRatio', '{"fake-model":1.25}', 1795646569),
	('ServerAddress', 'http://127.0.0.1:41263', 1795646573),
	('PayAddress', 'https://pay.example', 1795646573),
	('EpayId', '1001', 1795646573),
	('EpayKey', 'v1:1:oW8DltTlVbsAWWAMBTTi+kOs5S/nTUNj4ZHlvfQRhnw46xVzlPWJ9HcxQrVWCnwoZQ==', 1795646573);
INSERT INTO public.price_version VALUES
	(1, 1795646566, 'product', 0, 0, '', '{"ModelRatio":"{}","ModelPrice":"{}","CacheRatio":"{}","CacheCreationRatio":"{}","CompletionRatio":"{}","AudioRatio":"{}","AudioCompletionRatio":"{}","ToolPrices":"{}","TierRatios":"{}","LengthTiers":"{}","GroupRatio":"{\"default\":1,\"vip\":1,\"svip\":1}","UserGroupRatio":"{}","fallback_pricing_enabled":"false","fallback_single_price":"","fallback_input_ratio":"","fallback_completion_ratio":"","redirect_billing_enabled":"false","SelfUseModeEnabled":"false","QuotaPerUnit":"500000"}', '4e883ebdddaf09f6b4d0f477e0463c039672e3cb723712891a856d6366c296da', '[]', 0),
	(2, 1795646569, 'change', 1, 0, '', '{"ModelRatio":"{}","ModelPrice":"{}","CacheRatio":"{}","CacheCreationRatio":"{}","CompletionRatio":"{}","AudioRatio":"{}","AudioCompletionRatio":"{}","ToolPrices":"{}","TierRatios":"{}","LengthTiers":"{}","GroupRatio":"{\"default\":1,\"vip\":0.8}","UserGroupRatio":"{}","fallback_pricing_enabled":"false","fallback_single_price":"","fallback_input_ratio":"","fallback_completion_ratio":"","redirect_billing_enabled":"false","SelfUseModeEnabled":"false","QuotaPerUnit":"500000"}', '4e883ebdddaf09f6b4d0f477e0463c039672e3cb723712891a856d6366c296da', '["GroupRatio"]', 2),
	(3, 1795646569, 'change', 1, 0, '', '{"ModelRatio":"{\"fake-model\":1.25}","ModelPrice":"{}","CacheRatio":"{}","CacheCreationRatio":"{}","CompletionRatio":"{}","AudioRatio":"{}","AudioCompletionRatio":"{}","ToolPrices":"{}","TierRatios":"{}","LengthTiers":"{}","GroupRatio":"{\"default\":1,\"vip\":0.8}","UserGroupRatio":"{}","fallback_pricing_enabled":"false","fallback_single_price":"","fallback_input_ratio":"","fallback_completion_ratio":"","redirect_billing_enabled":"false","SelfUseModeEnabled":"false","QuotaPerUnit":"500000"}', '4e883ebdddaf09f6b4d0f477e0463c039672e3cb723712891a856d6366c296da', '["ModelRatio"]', 1);
INSERT INTO public.recovery_code VALUES
	('IBQ16XfhtVwryhKB03TmTCi2bjq5hygAXHC-vqEtYgM', 2, NULL),
	('n1C6nlS6XE2hPFMcY8iiSQRvBEKEd7xdfuWIIgjRTAk', 2, NULL),
	('llUJTjW58DxqIfXXWrI_0AnN2v1RfQV3XO6UGtX-Vgo', 2, NULL),
	('ZKurSIRNErWKxssB05KfAnpJrQ0iaCdQgFqu9TbsC8w', 2, NULL),
	('wU21llb1QOdjkESOyfHLKR8dXxio3B91_8FN9UshJho', 2, NULL),
	('wZcvBuTxNptXioHvXyiTQwRj0yEYivd6CxTqu8G4kK4', 2, NULL),
	('Jf6gQROjNzog1U5zUfj-A2-pqd66_Cfq5yIr8MnJscs', 2, NULL),
	('7zPEDNtolSca0KYDNEVtBsrLtPjhUvh28Dfyqk4NCa0', 2, NULL),
	('kjgrz_sxtXucz-UBICXFCFNxIycGdaz3vAGOb_20hT0', 2, NULL),
	('4dDrSBYMylXdO6nJwfryjarAfAg4IrrdSAlaWSzkx0I', 2, NULL);
INSERT INTO public.redemption VALUES
	(2, 1, 'spring', 'e6e64af954e521c9994100e4d648c225787a627fd5409e527cd67e968035cfc4', 'v1:1:iRk0c5EYSqu/YE6v2lqDmlkn7PCmoKQBtsWmJeyCE0mAndTwIVfk9hQiQmWkqwFZswT2gR/HlN/hvCKR', '01M8AE0GW6NH7PKRRWGYTS3GH6', 1, 2500000, 0, -1, 0, 0, 0, 0, 1795646571, 0, NULL),
	(1, 1, 'spring', 'd697b4c07a42c5d482dec4c4f50b61fef48ab33f8840d86e4036b890beef67ac', 'v1:1:6lsDXX+Rr9skgK0pzzqPhfQdmTvFsJFvZEAeK6ZIlCWGpsH0+5Mr9BqN9NbcBwJjzpKztyhLcH/2fNYR', '01M8AE0GW6NH7PKRRWGYTS3GH5', 3, 2500000, 0, -1, 1, 2, 0, 0, 1795646571, 1795646572, NULL);
INSERT INTO public.redemption_use VALUES
	(1, 2, 2500000, 1795646572);
INSERT INTO public.session VALUES
	('27cb4a86e62ef0fbc4c2aacdcf180198f705822c71ac7750dda25aae44605e75', 1, 0, 1795646569, 1795646569, '127.0.0.0/24', ''),
	('171fd5778d74f89878151504818168e3ec0b112443a3cbb60ced2130de2bd5a4', 2, 0, 1795646571, 1795646571, '127.0.0.0/24', '');
INSERT INTO public.session_confirmation VALUES
	('27cb4a86e62ef0fbc4c2aacdcf180198f705822c71ac7750dda25aae44605e75', 'secret_options', 1795646872),
	('171fd5778d74f89878151504818168e3ec0b112443a3cbb60ced2130de2bd5a4', 'ways_in', 1795646874);
INSERT INTO public.stored_response VALUES
	('1:resp_01M8AE0N9N663E0BV5GDQ4V1P2', 1, 0, '', 'v1:1:hj82lZQ/Z11HXA6TfEmfuxjUuVD60Fw38ervhdg8Cs6iQqYNUnBmqlzb8/tXlZyt5A3H7WQhn1DrTOBrE5PsKOBwJ+YvnIcf+RIcjpILjlOc7W6yaJKiw+uqQ7UkV10c42w3h4kRM9f9l9wP36JeCMgscHMxBEX2', 'v1:1:sdxKD4+yT72MJTPZUpUK35e5G/3Uc9o/fVbA78ukUq/I49i1qfuKlpjtblE3tL0R19snaVsnBztJeKUX/FNYXmlD0A1rFIZW/PjWKifSnBf94mHL6jxmpu1Ny74LFKQb4jiPgk8rA3Ulzns+XKrAENChunJtIhLfbUJhVSN9lHm0RhNX3pixNy8uNq1vOHwZWEOmTsyJ7Z1hcrnCHCuKWfg/N8gLfRxON+EknVZ5jbF4A16ShVBcZHLrNCCRZQ1o5E43r3aZol4TPZuQiOxr2OKML2d+T+gVos/5l7uR6l8zcsLs2tQcmKdlEYEe74SBvWI+Rp9Qe5uW7fZkRIfCRf3u5HyEaMPZ6UqgZ1hyrbdSNkKbmmF4nnwDY8yeqdEDbpv1jNKbx4lOuJoVm4Xf7x0XCp3JUP4ciSfESNcCk5rBfSvkAaT120TjWX7A+QVo6Zg7fvBe/knC9rQUiRneYt5OrhheD/QD3zihuoUCMvXUmGrxzEG7bv0xmYmj8ivZev52JhfGe3MmFQ+G0cfFusXlN0+Gee2GYiryKSavDBZcOrArInjQssVBY+g7NiR/1NYddd5ODiFp5kOMWJq66lgznL5q1Gu2DZryKjUW5Uua7eYBCSvnNlAlSgqWVh870H+fVM90zvLDK4ZrlE4nYwVUrOh7JSHMcyzG6Tqzv362T4XRiupGmPFSLE/ehBF/UWEHlJMgSJ25e2/o7Mmaj16KSIxeVde7d6g+BUxXdbKeBQYfC+9ZDekiWzl08G0zIBJddokpXKy69GEK40Zv1okNnuAh3DAhiX/0Os/PO88kLmDJTTto7CgTm7ODPGE2wNqtA7qsKTo4FMZCzk+I3VzxuPBhZ0N/lqHFDCq4XJhuj4//+J3hCBHoFU2GO2R4b8vjGT6CTywJDBh07rr5bBQRjy4FcVm9SRMliWvaEXSz7LcuZaQEmax1lj7ZNvErJNXRCtf+jongqwBK0CyuMPEVJlopkQjJ9Lp5mB2W/5JfZePPWxVs9TZStrO/KCgJ+DjoYjs/gsd/qY4mylkdsdNv8edptRMN/3ix1sTiqFXML7KI5NTz+1EXzoCl4znWH1byKyWWmFEFn+EDq4Mn4DF8reDtwMIguMmeT3MSIs+X5tqGM9W7YO1+w42eq7TCsKmgSsEv+Y/OBJ18T9ZIn+P/Cmm962sEyG/wgKIlhNV2Zb0YoFNjyM4qtx0b1ocVzKu5bbA1RqPHGH/JBD44aA64WtJRWKNDK5nkMFYKUdc19NcxFtH/qKsiVTWCvOfBpAt15OhDnWSUJekRiGW34nKfWysvqMs3Z6bEmjshKHAdhva6YDpL2wTjhL7Kj5l7kUkDYQ2Jl9fgvuM=', 1798238576, 2, 'fake-model', 'default', '01M8AE0NJZ36A1EJ2SQ9K676FY', 1083);
INSERT INTO public.throttle VALUES
	('6a9ef149c6b7f9484744321322a640f6ed7c83727168ba6bea5355797ca5a60e', '', '{"times":[1795646568805,1795646569052,1795646570068,1795646570910,1795646571687,1795646572122,1795646573658,1795646574113,1795646574224,1795646574351,1795646574490,1795646574918,1795646574944],"pausedUntilMs":0,"pauseMs":0}', 1795647775);
INSERT INTO public.token VALUES
	(1, 2, '初始令牌', '1a5cd19bbfee6c16c570d14ffeb961efb8601341d076b0f18002604cb2afffa5', 'Py0H', 'v1:1:TOyIVuRs9aAqb8TgijrTsZzoPkaatenpvVMg6aqDQQP5ODT3140woXqwV6cokiHBnYRXmHPb1i425wFc4h3N30/lgSDVkNrmnNbbBQ==', '01M8AE0G396PC1DDNAWF67XQ8F', 1, '', 1, NULL, 0, 60, 1000, 10, 0, '', '', 1795646570, 0, NULL, 'Ix1g'),
	(4, 2, 'poor', 'f6f36142b39cd98704674facf3aa43b0d9f4203b3b32221b3a95ab6fbadeda6b', 'ogCq', 'v1:1:lFym43blcJxD0tgJvU06iKo5kPBLrTaRiXYqTtNX7fJfd8uXVWyNiUhb/Mk/ytDyPDC7k2ttQgy6WTr2E9cOshYhtWy/AB2rCLV0jQ==', '01M8AE0NQA8KNW86BHYWMQA4ZP', 1, '', 0, NULL, 0, 60, 1000, 10, 0, '', '', 1795646576, 0, NULL, 'vcj3'),
	(2, 1, 'unlimited', 'ac574787e8b482c352502448b85293b519e4c830332367bcae10fd178dc7f84f', 'ZQZy', 'v1:1:2CTeQbxOaPXP9LXrlZSZTd42kfo0InZUnj1lrPWNgrlN+gqm+3P8ZDK2N2pMtB0jdkt86chJwSIZk2QQlmJ1mVanaohFzqThHaXd+g==', '01M8AE0MFSW59HKRQW84H98Q3S', 1, '', 1, NULL, 0, 60, 1000, 10, 0, '', '', 1795646575, 1795646576, NULL, 'b84F'),
	(3, 2, 'limited', '2347f291e72bedf751b6783d1e6857bb9ae9e9ee9ff538b1dc6711b66fe8839e', 'MpzM', 'v1:1:30917hYvwlvEMJl5luUx5+7RMplN8DV+oFN025rfbA7y3f3TrXf5v2N/Jhu2A4lyHxkVl541aNzOaD+ZSmr8fuv5ob7emzWDu+mr8g==', '01M8AE0NP41WSWEPMY4EGMPKA7', 1, '', 0, NULL, 0, 60, 1000, 10, 0, '', '', 1795646576, 1795646576, NULL, 'xx1H');
INSERT INTO public.top_up_order VALUES
	(1, 2, 'epay', 'zfb', 'USR2NOUj3yZj1795646573', '261795646573', 10, 5000000, 7300, 'CNY', 'paid', 1795646573, 1795646573, 0),
	(2, 2, 'epay', 'zfb', 'USR2NOfLjUQg1795646574', '', 5, 2500000, 3650, 'CNY', 'pending', 1795646574, 0, 0);
INSERT INTO public.totp VALUES
	(2, 'v1:1:iQKng/cpuHaHCJtJIpC85cBLKyrCWZ+RLK121SRhuyUItrMOPs+ctiMiah7t3+Fnoli9e7p2s5KZT6Y4', 1, 59854884, 1795646574);
INSERT INTO public.usage_channel_hour VALUES
	(1795644000, 1, 4, 330, 80, 513);
INSERT INTO public.usage_hour VALUES
	(1795644000, 1, 'fake-model', 1, 3, 250, 60, 388),
	(1795644000, 2, 'fake-model', 1, 1, 80, 20, 125);
INSERT INTO public.usage_model_hour VALUES
	(1795644000, 'fake-model', 4, 330, 80, 513);
INSERT INTO public.usage_user_day VALUES
	(1795564800, 1, 3, 250, 60, 388),
	(1795564800, 2, 1, 80, 20, 125);
INSERT INTO public."user" VALUES
	(1, 'root', 'Root User', '$argon2id$v=19$m=19456,t=2,p=1$IcfT2DO+EWYhRgLp/buW1w$p6R2d4x/o19DGBWQl1Wo+MHHTyjUQJYVw+4araQ5QWQ', 100, 1, 'default', '', 0, '', '', 'YoZvCQO5', 1, 0, 1795646568, NULL, 'root', NULL, NULL, NULL, 1795646569, 1437500, 500000),
	(2, 'guest', 'guest', '$argon2id$v=19$m=19456,t=2,p=1$kO4tqIRdamIIW7VOV7AovQ$X8DXhBqOa1B39rJcemfCsR9X04l8T8M4Np4ChsT2dmU', 1, 1, 'default', '', 0, 'zh', '', 'Sj8Ini5m', 0, 1, 1795646570, NULL, 'guest', NULL, 'e52db6202f0582a6c2847aa13e8d9ceacab801e9308fe094fc25c8966a11b774', NULL, 1795646571, NULL, NULL);
INSERT INTO public.vendor_bill VALUES
	(1, 1, 'general', 'bill.csv', 1, 1795646570);
INSERT INTO public.vendor_bill_line VALUES
	(1, 1793750400, 'fake-model', 1, 500000, 250000, 25000, 0);
SELECT pg_catalog.setval('public.account_id_seq', 15, true);
SELECT pg_catalog.setval('public.audit_id_seq', 29, true);
SELECT pg_catalog.setval('public.budget_id_seq', 1, true);
SELECT pg_catalog.setval('public.channel_id_seq', 1, true);
SELECT pg_catalog.setval('public.channel_key_id_seq', 2, true);
SELECT pg_catalog.setval('public.entry_id_seq', 19, true);
SELECT pg_catalog.setval('public.identity_id_seq', 1, false);
SELECT pg_catalog.setval('public.log_id_seq', 12, true);
SELECT pg_catalog.setval('public.message_id_seq', 1, true);
SELECT pg_catalog.setval('public.one_time_code_id_seq', 1, false);
SELECT pg_catalog.setval('public.outbox_id_seq', 1, false);
SELECT pg_catalog.setval('public.passkey_id_seq', 1, false);
SELECT pg_catalog.setval('public.price_version_id_seq', 3, true);
SELECT pg_catalog.setval('public.redemption_id_seq', 2, true);
SELECT pg_catalog.setval('public.token_id_seq', 4, true);
SELECT pg_catalog.setval('public.top_up_order_id_seq', 2, true);
SELECT pg_catalog.setval('public.user_id_seq', 2, true);
SELECT pg_catalog.setval('public.vendor_bill_id_seq', 1, true);
ALTER TABLE ONLY public.account_day
ADD CONSTRAINT account_day_key PRIMARY KEY (account_id, day, kind);
ALTER TABLE ONLY public.account_entry
ADD CONSTRAINT account_entry_key PRIMARY KEY (account_id, created_at_ms, ref);
ALTER TABLE ONLY public.account
ADD CONSTRAINT account_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit
ADD CONSTRAINT audit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.batch
ADD CONSTRAINT batch_key PRIMARY KEY (epoch, seq);
ALTER TABLE ONLY public.book_check
ADD CONSTRAINT book_check_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.book_day
ADD CONSTRAINT book_day_key PRIMARY KEY (day, channel_id, model_name);
ALTER TABLE ONLY public.budget
ADD CONSTRAINT budget_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.channel_key
ADD CONSTRAINT channel_key_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.channel
ADD CONSTRAINT channel_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.check_in
ADD CONSTRAINT check_in_key PRIMARY KEY (user_id, day);
ALTER TABLE ONLY public.entry
ADD CONSTRAINT entry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.entry
ADD CONSTRAINT entry_ref_key UNIQUE (ref);
ALTER TABLE ONLY public.factor_step
ADD CONSTRAINT factor_step_pkey PRIMARY KEY (step_hash);
ALTER TABLE ONLY public.hold
ADD CONSTRAINT hold_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.human_pass
ADD CONSTRAINT human_pass_pkey PRIMARY KEY (pass_hash);
ALTER TABLE ONLY public.identity
ADD CONSTRAINT identity_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.log_detail
ADD CONSTRAINT log_detail_pkey PRIMARY KEY (request_id);
ALTER TABLE ONLY public.log
ADD CONSTRAINT log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.message
ADD CONSTRAINT message_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.message_recipient
ADD CONSTRAINT message_recipient_key PRIMARY KEY (message_id, user_id);
ALTER TABLE ONLY public.meta
ADD CONSTRAINT meta_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.migration_lock
ADD CONSTRAINT migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.migration
ADD CONSTRAINT migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.node
ADD CONSTRAINT node_pkey PRIMARY KEY (epoch);
ALTER TABLE ONLY public.notice
ADD CONSTRAINT notice_key PRIMARY KEY (user_id, kind);
ALTER TABLE ONLY public.one_time_code
ADD CONSTRAINT one_time_code_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.option
ADD CONSTRAINT option_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.outbox
ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.passkey
ADD CONSTRAINT passkey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.price_version
ADD CONSTRAINT price_version_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.recovery_code
ADD CONSTRAINT recovery_code_pkey PRIMARY KEY (code_hash);
ALTER TABLE ONLY public.redemption
ADD CONSTRAINT redemption_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.redemption_use
ADD CONSTRAINT redemption_use_key PRIMARY KEY (redemption_id, user_id);
ALTER TABLE ONLY public.session_confirmation
ADD CONSTRAINT session_confirmation_key PRIMARY KEY (id_hash, purpose);
ALTER TABLE ONLY public.session
ADD CONSTRAINT session_pkey PRIMARY KEY (id_hash);
ALTER TABLE ONLY public.sign_in_proof
ADD CONSTRAINT sign_in_proof_pkey PRIMARY KEY (proof_hash);
ALTER TABLE ONLY public.sign_in_state
ADD CONSTRAINT sign_in_state_pkey PRIMARY KEY (state_hash);
ALTER TABLE ONLY public.stored_response
ADD CONSTRAINT stored_response_pkey PRIMARY KEY (response_key);
ALTER TABLE ONLY public.throttle
ADD CONSTRAINT throttle_pkey PRIMARY KEY (throttle_key);
ALTER TABLE ONLY public.token
ADD CONSTRAINT token_key_hash_key UNIQUE (key_hash);
ALTER TABLE ONLY public.token
ADD CONSTRAINT token_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.top_up_order
ADD CONSTRAINT top_up_order_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.totp
ADD CONSTRAINT totp_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.usage_channel_hour
ADD CONSTRAINT usage_channel_hour_key PRIMARY KEY (hour, channel_id);
ALTER TABLE ONLY public.usage_hour
ADD CONSTRAINT usage_hour_key PRIMARY KEY (hour, user_id, model_name, channel_id);
ALTER TABLE ONLY public.usage_model_hour
ADD CONSTRAINT usage_model_hour_key PRIMARY KEY (hour, model_name);
ALTER TABLE ONLY public.usage_user_day
ADD CONSTRAINT usage_user_day_key PRIMARY KEY (day, user_id);
ALTER TABLE ONLY public."user"
ADD CONSTRAINT user_aff_code_key UNIQUE (aff_code);
ALTER TABLE ONLY public."user"
ADD CONSTRAINT user_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public."user"
ADD CONSTRAINT user_username_key UNIQUE (username);
ALTER TABLE ONLY public.vault
ADD CONSTRAINT vault_pkey PRIMARY KEY (vault_key);
ALTER TABLE ONLY public.vendor_bill_line
ADD CONSTRAINT vendor_bill_line_key PRIMARY KEY (channel_id, day, model_name);
ALTER TABLE ONLY public.vendor_bill
ADD CONSTRAINT vendor_bill_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX account_owner ON public.account USING btree (kind, owner_id);
CREATE INDEX audit_action ON public.audit USING btree (action, id);
CREATE INDEX audit_actor ON public.audit USING btree (actor_id, id);
CREATE INDEX audit_ip ON public.audit USING btree (client_ip, id);
CREATE INDEX audit_name ON public.audit USING btree (actor_name, id);
CREATE INDEX audit_target ON public.audit USING btree (target, id);
CREATE INDEX audit_time ON public.audit USING btree (created_at, id);
CREATE UNIQUE INDEX budget_owner ON public.budget USING btree (owner_kind, owner_id);
CREATE INDEX channel_key_channel ON public.channel_key USING btree (channel_id);
CREATE INDEX channel_key_hash ON public.channel_key USING btree (key_hash);
CREATE INDEX channel_tag ON public.channel USING btree (tag);
CREATE INDEX factor_step_expiry ON public.factor_step USING btree (expires_at);
CREATE INDEX hold_open ON public.hold USING btree (state) WHERE ((state)::text = 'open'::text);
CREATE INDEX human_pass_expiry ON public.human_pass USING btree (expires_at);
CREATE UNIQUE INDEX identity_subject ON public.identity USING btree (provider, issuer, subject);
CREATE INDEX identity_user ON public.identity USING btree (user_id);
CREATE INDEX log_request ON public.log USING btree (request_id);
CREATE INDEX log_time_cost ON public.log USING btree (created_at, type, quota, prompt_tokens, completion_tokens);
CREATE INDEX log_user_time_cost ON public.log USING btree (user_id, created_at, type, quota, prompt_tokens, completion_tokens);
CREATE INDEX message_recipient_inbox ON public.message_recipient USING btree (user_id, message_id);
CREATE INDEX message_recipient_unread ON public.message_recipient USING btree (user_id, read_at);
CREATE INDEX one_time_code_issued ON public.one_time_code USING btree (issued_at);
CREATE UNIQUE INDEX one_time_code_subject ON public.one_time_code USING btree (purpose, subject);
CREATE INDEX outbox_due ON public.outbox USING btree (state, next_try_at_ms);
CREATE UNIQUE INDEX outbox_ref ON public.outbox USING btree (ref);
CREATE UNIQUE INDEX passkey_credential_hash ON public.passkey USING btree (credential_hash);
CREATE INDEX passkey_user ON public.passkey USING btree (user_id);
CREATE INDEX recovery_code_user ON public.recovery_code USING btree (user_id);
CREATE UNIQUE INDEX redemption_code_hash ON public.redemption USING btree (code_hash);
CREATE INDEX redemption_name ON public.redemption USING btree (name);
CREATE INDEX redemption_use_user ON public.redemption_use USING btree (user_id, used_at);
CREATE INDEX session_confirmation_expiry ON public.session_confirmation USING btree (expires_at);
CREATE INDEX "session_user" ON public.session USING btree (user_id);
CREATE INDEX sign_in_proof_expiry ON public.sign_in_proof USING btree (expires_at);
CREATE INDEX sign_in_state_expiry ON public.sign_in_state USING btree (expires_at);
CREATE INDEX stored_response_expiry ON public.stored_response USING btree (expires_at);
CREATE INDEX stored_response_user ON public.stored_response USING btree (user_id, expires_at);
CREATE INDEX throttle_expiry ON public.throttle USING btree (expires_at);
CREATE INDEX throttle_subject ON public.throttle USING btree (subject);
CREATE INDEX token_user ON public.token USING btree (user_id);
CREATE UNIQUE INDEX top_up_order_trade ON public.top_up_order USING btree (gateway, trade_no);
CREATE INDEX top_up_order_user ON public.top_up_order USING btree (user_id, id);
CREATE INDEX usage_hour_channel ON public.usage_hour USING btree (channel_id, hour);
CREATE INDEX usage_hour_user ON public.usage_hour USING btree (user_id, hour);
CREATE UNIQUE INDEX user_access_token ON public."user" USING btree (access_token_hash);
CREATE INDEX user_email ON public."user" USING btree (email);
CREATE UNIQUE INDEX user_key_of_email ON public."user" USING btree (email_key);
CREATE UNIQUE INDEX user_key_of_username ON public."user" USING btree (username_key);
CREATE INDEX vault_expiry ON public.vault USING btree (expires_at);
CREATE INDEX vendor_bill_line_bill ON public.vendor_bill_line USING btree (bill_id);
