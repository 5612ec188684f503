CREATE TABLE `account` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `kind` varchar(16) NOT NULL,
  `owner_id` int(11) NOT NULL,
  `posted` bigint(20) NOT NULL DEFAULT 0,
  `held` bigint(20) NOT NULL DEFAULT 0 CHECK (`held` >= 0),
  `used` bigint(20) NOT NULL DEFAULT 0,
  `calls` bigint(20) NOT NULL DEFAULT 0,
  PRIMARY KEY (`id`),
  UNIQUE KEY `account_owner` (`kind`,`owner_id`)
) ENGINE=InnoDB AUTO_INCREMENT=16 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `account` VALUES
(1,'revenue',0,513,0,0,0),
(2,'limit',0,-1999751,0,0,0),
(3,'grant',0,-101442600,0,0,0),
(4,'adjust',0,0,0,0,0),
(5,'house',0,0,0,0,0),
(6,'user',1,101437112,0,388,3),
(7,'user',2,7504975,0,125,1),
(8,'referral',1,0,0,0,0),
(9,'token',1,0,0,0,0),
(10,'redeem',0,-2500000,0,0,0),
(11,'epay',0,-5000000,0,0,0),
(12,'token',2,500000,0,388,3),
(13,'token',3,999875,0,125,1),
(14,'token',4,1,0,0,0),
(15,'token-budget',3,499875,0,125,1);
CREATE TABLE `account_day` (
  `account_id` int(11) NOT NULL,
  `day` int(11) NOT NULL,
  `kind` varchar(16) NOT NULL,
  `entries` bigint(20) NOT NULL,
  `amount_in` bigint(20) NOT NULL,
  `amount_out` bigint(20) NOT NULL,
  PRIMARY KEY (`account_id`,`day`,`kind`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `account_day` VALUES
(6,20782,'aff-transfer',1,500000,0),
(6,20782,'grant',1,100000000,0),
(6,20782,'rebate',2,937500,0),
(6,20782,'settle',3,0,388),
(7,20782,'check-in',1,100,0),
(7,20782,'epay',1,5000000,0),
(7,20782,'grant',1,5000,0),
(7,20782,'redeem',1,2500000,0),
(7,20782,'settle',1,0,125),
(8,20782,'aff-transfer',1,0,500000),
(8,20782,'grant',1,500000,0);
CREATE TABLE `account_entry` (
  `account_id` int(11) NOT NULL,
  `created_at_ms` bigint(20) NOT NULL,
  `ref` varchar(128) NOT NULL,
  PRIMARY KEY (`account_id`,`created_at_ms`,`ref`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `account_entry` VALUES
(6,1795646365613,'grant:setup:1'),
(6,1795646369863,'rebate:redeem:1:2'),
(6,1795646370911,'rebate:epay:1'),
(6,1795646371107,'aff-transfer:01M8ADTD790MK0EMKKV861FN0Q'),
(7,1795646368693,'grant:register:2'),
(7,1795646369863,'redeem:1:2'),
(7,1795646370911,'epay:1'),
(7,1795646371012,'check-in:2:20782'),
(8,1795646368841,'grant:inviter:2'),
(8,1795646371107,'aff-transfer:01M8ADTD790MK0EMKKV861FN0Q');
CREATE TABLE `audit` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `created_at` bigint(20) NOT NULL,
  `actor_id` int(11) NOT NULL,
  `actor_name` varchar(64) NOT NULL,
  `client_ip` varchar(64) NOT NULL,
  `action` varchar(64) NOT NULL,
  `target` varchar(128) NOT NULL,
  `detail` longtext NOT NULL,
  `request_id` varchar(26) NOT NULL,
  `prev_hash` varchar(64) NOT NULL,
  `hash` varchar(64) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `audit_time` (`created_at`,`id`),
  KEY `audit_actor` (`actor_id`,`id`),
  KEY `audit_name` (`actor_name`,`id`),
  KEY `audit_action` (`action`,`id`),
  KEY `audit_target` (`target`,`id`),
  KEY `audit_ip` (`client_ip`,`id`)
) ENGINE=InnoDB AUTO_INCREMENT=30 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `audit` VALUES
(1,1795646365,1,'root','127.0.0.1','setup','1','{\"after\":{\"username\":\"root\"}}','01M8ADT7FXR2W6358JGE3NMFVY','','98da45be828de87f77aca1376b9c5c4c00087e26a0373c52e036eeb1cf7f8120'),
(2,1795646366,1,'root','127.0.0.1','login','root','{\"after\":{\"agent\":\"\"}}','01M8ADT85MKPQCYB0YJZETZ111','98da45be828de87f77aca1376b9c5c4c00087e26a0373c52e036eeb1cf7f8120','aff9c7d7d7acde547406952343a23caf85bbe105c2936fb5e0aa621fbfd3a7d8'),
(3,1795646366,1,'root','127.0.0.1','option.update','QuotaForNewUser','{\"before\":\"0\",\"after\":\"5000\"}','01M8ADT8Q5ZK2B1GTPRERQT084','aff9c7d7d7acde547406952343a23caf85bbe105c2936fb5e0aa621fbfd3a7d8','d45bf1843d0f83057311f4a03640bb9f6c03a85a7bd7c43d460028bcff01f079'),
(4,1795646366,1,'root','127.0.0.1','option.update','QuotaForInviter','{\"before\":\"0\",\"after\":\"500000\"}','01M8ADT8XXK2XBQ32TK0DZVXPS','d45bf1843d0f83057311f4a03640bb9f6c03a85a7bd7c43d460028bcff01f079','1cfec2cf9292e108cd63314e318f677885bc9a9ecf43f0ae0fdc452ce073e307'),
(5,1795646366,1,'root','127.0.0.1','option.update','CheckInEnabled','{\"before\":\"false\",\"after\":\"true\"}','01M8ADT9150BWCSPH5XVRBB4XY','1cfec2cf9292e108cd63314e318f677885bc9a9ecf43f0ae0fdc452ce073e307','931568f9a1ad15b9fbe2ea570800ef7068371aa3f857569b3ab9e5ed88aa12fa'),
(6,1795646366,1,'root','127.0.0.1','option.update','CheckInQuota','{\"before\":\"1000\",\"after\":\"100\"}','01M8ADT94GJ1F5P29FVDH480HM','931568f9a1ad15b9fbe2ea570800ef7068371aa3f857569b3ab9e5ed88aa12fa','d798a72b0eb191766bc1915eb7563753533c551fed7fef09c09a88c4c988aba6'),
(7,1795646366,1,'root','127.0.0.1','option.update','RebateEnabled','{\"before\":\"false\",\"after\":\"true\"}','01M8ADT962V9860JH4YNTG2RPF','d798a72b0eb191766bc1915eb7563753533c551fed7fef09c09a88c4c988aba6','c21b9e73f94691ebfb4c3048eea4abdf2d4a54e457fbfaaf1ac088ca58597f71'),
(8,1795646366,1,'root','127.0.0.1','option.update','RebatePercentage','{\"before\":\"0\",\"after\":\"12.5\"}','01M8ADT97AQVG2E7JRZQEB4VB6','c21b9e73f94691ebfb4c3048eea4abdf2d4a54e457fbfaaf1ac088ca58597f71','f9841c865e19d9bc253d01b78279f7805ac117e664b6cb561f9ec5e82a7f3366'),
(9,1795646367,1,'root','127.0.0.1','option.update','GroupRatio','{\"before\":\"{\\\"default\\\":1,\\\"vip\\\":1,\\\"svip\\\":1}\",\"after\":\"{\\\"default\\\":1,\\\"vip\\\":0.8}\"}','01M8ADT9BJ3ZP08S3PWFTY9W64','f9841c865e19d9bc253d01b78279f7805ac117e664b6cb561f9ec5e82a7f3366','af0636dfb4114a9ae2a0765532b7d83b539a1c31ab9b9adfde0355a48a627b48'),
(10,1795646367,1,'root','127.0.0.1','option.update','ModelRatio','{\"before\":\"{}\",\"after\":\"{\\\"fake-model\\\":1.25}\"}','01M8ADT9EMQP56BW4TAVVAA5KX','af0636dfb4114a9ae2a0765532b7d83b539a1c31ab9b9adfde0355a48a627b48','9c65fde9c30c6ba236b8af69102b2c2c440c5ed68bd123e651d3d6e7c861f353'),
(11,1795646367,1,'root','127.0.0.1','channel.create','1','{\"after\":{\"id\":1,\"name\":\"two keys\",\"type\":8,\"has_key\":\"***\",\"key_count\":2,\"openai_organization\":\"\",\"max_input_tokens\":0,\"base_url\":\"http://127.0.0.1:45537\",\"other\":\"\",\"model_mapping\":\"\",\"status_code_mapping\":\"\",\"models\":\"fake-model\",\"group\":\"default,vip\",\"auto_ban\":1,\"test_model\":\"\",\"priority\":0,\"weight\":0,\"tag\":\"\",\"model_prefix\":\"\",\"setting\":\"\",\"param_override\":\"\",\"system_prompt\":\"\",\"status\":1,\"response_time\":0,\"test_failure\":null,\"balance\":0,\"balance_currency\":\"\",\"used_quota\":0,\"other_info\":\"\",\"created_time\":1795646367,\"test_time\":0,\"balance_updated_time\":0}}','01M8ADT9MFK4S3SJWYK0Z56W4F','9c65fde9c30c6ba236b8af69102b2c2c440c5ed68bd123e651d3d6e7c861f353','1bb83c9e325d145abe805ced9022a959bc35fe6cdfb4ba567120caecff2983f3'),
(12,1795646367,1,'root','127.0.0.1','bill.store','1','{\"after\":{\"channel_id\":1,\"file_name\":\"bill.csv\",\"form\":\"general\",\"lines\":1,\"dollars\":\"0.50\",\"days\":1,\"replaces\":{\"days\":0,\"amount\":0}}}','01M8ADT9TK1ZDT7B47VZEC435G','1bb83c9e325d145abe805ced9022a959bc35fe6cdfb4ba567120caecff2983f3','bc2eb064db2e46982f6191b51ba45fa2d81a7ca5632876a60519a1d6e180b5b4'),
(13,1795646369,2,'guest','127.0.0.1','user.register','2','{\"after\":{\"username\":\"guest\"}}','01M8ADTA45266X4BJ0WBNA3ZCV','bc2eb064db2e46982f6191b51ba45fa2d81a7ca5632876a60519a1d6e180b5b4','b10026f98649cfb01e5e193c102ef3a40e76bf1b2d78aade53868497e767930e'),
(14,1795646369,2,'guest','127.0.0.1','login','guest','{\"after\":{\"agent\":\"\"}}','01M8ADTBB14WTPJK8CK2FE4ATE','b10026f98649cfb01e5e193c102ef3a40e76bf1b2d78aade53868497e767930e','726d92cfc3eed57412d84a388636c7e1bfb2b3ae7597409e7fb9796c518dacc0'),
(15,1795646369,1,'root','127.0.0.1','message.create','1','{\"after\":{\"id\":1,\"title\":\"Welcome\",\"content\":\"Make a token first.\",\"format\":\"plain\",\"created_at\":1795646369,\"stats\":{\"total_recipients\":2,\"read_count\":0},\"to\":{\"everyone\":true}}}','01M8ADTBKYZKC6SQY5FDVAVKRE','726d92cfc3eed57412d84a388636c7e1bfb2b3ae7597409e7fb9796c518dacc0','964010215493f0ecce17721f17854ca1c25ccaf02091ac1901e3a96aab2836ec'),
(16,1795646369,1,'root','127.0.0.1','redemption.create','spring','{\"after\":{\"name\":\"spring\",\"quota\":2500000,\"count\":2,\"is_gift\":false,\"max_uses\":-1,\"valid_from\":0,\"valid_until\":0,\"is_own_code\":false}}','01M8ADTBP4CZVNHAZ2PDNT7RWN','964010215493f0ecce17721f17854ca1c25ccaf02091ac1901e3a96aab2836ec','8da9fd7370e9c3457338053946b24880334cd7b2ac0a93d17ff475351244e03a'),
(17,1795646369,2,'guest','127.0.0.1','wallet.redeem','2','{\"after\":{\"quota\":2500000,\"is_gift\":false}}','01M8ADTBW0DM7WSH82PY9GAPEX','8da9fd7370e9c3457338053946b24880334cd7b2ac0a93d17ff475351244e03a','df90a076b98458e3bdb597ddfa5206b9351d3048e82646c9ab8fae4f3cad3d4c'),
(18,1795646370,1,'root','127.0.0.1','account.confirm','1','{\"after\":{\"purpose\":\"secret_options\",\"by\":\"password\"}}','01M8ADTC7G5V4WCNW4DMDKB0RR','df90a076b98458e3bdb597ddfa5206b9351d3048e82646c9ab8fae4f3cad3d4c','8a14ddbaf36691bffb651f3e1ce9d6e509335e2a9738b092063215eac38e2b14'),
(19,1795646370,1,'root','127.0.0.1','option.update','ServerAddress','{\"before\":\"\",\"after\":\"http://127.0.0.1:38775\"}','01M8ADTCKE69YFH58EB51HB27M','8a14ddbaf36691bffb651f3e1ce9d6e509335e2a9738b092063215eac38e2b14','038da594e8403385dd5e6685872544c1c9d1da08765d57a0199fc0c99bfbc0f2'),
(20,1795646370,1,'root','127.0.0.1','option.update','PayAddress','{\"before\":\"\",\"after\":\"https://pay.example\"}','01M8ADTCQNABPKC61KKAEXMFTS','038da594e8403385dd5e6685872544c1c9d1da08765d57a0199fc0c99bfbc0f2','df607a2ecd2fbedd51cce0cf94928cb2a0d269d50e42bf101dbfa9600c0577df'),
(21,1795646370,1,'root','127.0.0.1','option.update','EpayId','{\"before\":\"\",\"after\":\"1001\"}','01M8ADTCRXXTPV26N92VAJ9C5Z','df607a2ecd2fbedd51cce0cf94928cb2a0d269d50e42bf101dbfa9600c0577df','56e870c398e00146cb4ce06abdd5a33e0f25a8e1607aefede82c69e7a330aa78'),
(22,1795646370,1,'root','127.0.0.1','option.update','EpayKey','{\"before\":\"***\",\"after\":\"***\"}','01M8ADTCV8J0SX8K2E8E8QDJES','56e870c398e00146cb4ce06abdd5a33e0f25a8e1607aefede82c69e7a330aa78','c3efdd020843255c6078797f82932725787456fb4060b693f24f8231fac98395'),
(23,1795646371,2,'guest','127.0.0.1','access-token.create','2','{\"sent\":{}}','01M8ADTDACTM1NTRHKD7ZQ4R21','c3efdd020843255c6078797f82932725787456fb4060b693f24f8231fac98395','0e44b9d397ca807c81a7d6f4a43d1d8217b4653151513b29cec70729d9e8e494'),
(24,1795646371,2,'guest','127.0.0.1','account.confirm','2','{\"after\":{\"purpose\":\"ways_in\",\"by\":\"password\"}}','01M8ADTDET3JYYR2VXPVMWD898','0e44b9d397ca807c81a7d6f4a43d1d8217b4653151513b29cec70729d9e8e494','958dd0ef0c97503eab812444a1a57cba9c82216ab0570ae81ac0f0dc9a8cdde6'),
(25,1795646371,2,'guest','127.0.0.1','factor.totp-on','2','{\"after\":{\"totp\":true}}','01M8ADTDSDBAK7P1RE45WTJ1ET','958dd0ef0c97503eab812444a1a57cba9c82216ab0570ae81ac0f0dc9a8cdde6','22e03256299c80c33f539028b438aaf6cd9207a7016fcb164f6c178a281c6dd9'),
(26,1795646371,1,'root','127.0.0.1','token.create','2','{\"after\":{\"id\":2,\"name\":\"unlimited\",\"key\":\"***\",\"status\":1,\"group\":\"\",\"remain_quota\":500000,\"used_quota\":0,\"unlimited_quota\":true,\"created_time\":1795646371,\"accessed_time\":0,\"expired_time\":-1,\"rate_limit_enabled\":false,\"rate_limit_period\":60,\"rate_limit_count\":1000,\"rate_limit_success\":10,\"model_limits_enabled\":false,\"model_limits\":\"\",\"allow_ips\":\"\"}}','01M8ADTDVKX8EN7JCQ04ZFYM1S','22e03256299c80c33f539028b438aaf6cd9207a7016fcb164f6c178a281c6dd9','0090c0fd6696bd97a1897db67a958c3bda97de49d8b41e4d3801c898978c9341'),
(27,1795646373,2,'guest','127.0.0.1','token.create','3','{\"after\":{\"id\":3,\"name\":\"limited\",\"key\":\"***\",\"status\":1,\"group\":\"\",\"remain_quota\":1000000,\"used_quota\":0,\"unlimited_quota\":false,\"created_time\":1795646373,\"accessed_time\":0,\"expired_time\":-1,\"rate_limit_enabled\":false,\"rate_limit_period\":60,\"rate_limit_count\":1000,\"rate_limit_success\":10,\"model_limits_enabled\":false,\"model_limits\":\"\",\"allow_ips\":\"\"}}','01M8ADTFE01DZJTD9X66GX4NZ1','0090c0fd6696bd97a1897db67a958c3bda97de49d8b41e4d3801c898978c9341','50dba8c6ccb9fb0147a7fe8b0836b25268766ebe5ccdd383049c63f4d94a768d'),
(28,1795646373,2,'guest','127.0.0.1','token.create','4','{\"after\":{\"id\":4,\"name\":\"poor\",\"key\":\"***\",\"status\":1,\"group\":\"\",\"remain_quota\":1,\"used_quota\":0,\"unlimited_quota\":false,\"created_time\":1795646373,\"accessed_time\":0,\"expired_time\":-1,\"rate_limit_enabled\":false,\"rate_limit_period\":60,\"rate_limit_count\":1000,\"rate_limit_success\":10,\"model_limits_enabled\":false,\"model_limits\":\"\",\"allow_ips\":\"\"}}','01M8ADTFHZWJAQZG4PCTMEVXB7','50dba8c6ccb9fb0147a7fe8b0836b25268766ebe5ccdd383049c63f4d94a768d','2f08076c0f6d4a6b05d778880aa2c223c06578a88ca5830e2f118d7b80842f63'),
(29,1795646373,2,'guest','127.0.0.1','budget.set','token 3','{\"after\":{\"period\":\"week\",\"zone\":\"Asia/Shanghai\",\"limit\":500000,\"soft_limit\":250000,\"held\":0,\"spent\":0,\"started_at\":1795363200,\"renews_at\":1795968000}}','01M8ADTFMRWMXST1HK4GK4Z560','2f08076c0f6d4a6b05d778880aa2c223c06578a88ca5830e2f118d7b80842f63','eb00686a67095e764f8f8b28f8d94ba80e6d53d0a025be25fbda8de586aad2e5');
CREATE TABLE `batch` (
  `epoch` varchar(26) NOT NULL,
  `seq` bigint(20) NOT NULL,
  `deltas` longtext NOT NULL,
  `created_at_ms` bigint(20) NOT NULL,
  PRIMARY KEY (`epoch`,`seq`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `batch` VALUES
('01M8ADT5EVK0D53A23R16XBTCM',1,'',1795646371969),
('01M8ADT5EVK0D53A23R16XBTCM',2,'',1795646372192),
('01M8ADT5EVK0D53A23R16XBTCM',3,'',1795646372374),
('01M8ADT5EVK0D53A23R16XBTCM',4,'',1795646372524),
('01M8ADT5EVK0D53A23R16XBTCM',5,'',1795646372659),
('01M8ADT5EVK0D53A23R16XBTCM',6,'',1795646372772),
('01M8ADT5EVK0D53A23R16XBTCM',7,'',1795646373628),
('01M8ADT5EVK0D53A23R16XBTCM',8,'',1795646373828),
('01M8ADT5EVK0D53A23R16XBTCM',9,'',1795646373853),
('01M8ADT5EVK0D53A23R16XBTCM',10,'',1795646373902),
('01M8ADT5EVK0D53A23R16XBTCM',11,'',1795646374179);
CREATE TABLE `book_check` (
  `id` int(11) NOT NULL,
  `at` bigint(20) NOT NULL,
  `took_ms` bigint(20) NOT NULL,
  `result` longtext NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `book_check` VALUES
(1,1795646367,2823,'{\"open_holds\":0,\"charges_without_log\":0,\"checks\":[{\"name\":\"balances\",\"covered\":10,\"differences\":0},{\"name\":\"days\",\"covered\":5,\"differences\":0},{\"name\":\"held\",\"covered\":0,\"differences\":0},{\"name\":\"used\",\"covered\":2,\"differences\":0},{\"name\":\"logs\",\"covered\":0,\"differences\":0},{\"name\":\"times\",\"covered\":0,\"differences\":0},{\"name\":\"orders\",\"covered\":0,\"differences\":0},{\"name\":\"codes\",\"covered\":1,\"differences\":0},{\"name\":\"check_ins\",\"covered\":0,\"differences\":0},{\"name\":\"invitations\",\"covered\":1,\"differences\":0}],\"differences\":[]}');
CREATE TABLE `book_day` (
  `day` bigint(20) NOT NULL,
  `channel_id` int(11) NOT NULL,
  `model_name` varchar(190) NOT NULL,
  `calls` bigint(20) NOT NULL,
  `quota` bigint(20) NOT NULL,
  `cost` bigint(20) NOT NULL,
  `unpriced` bigint(20) NOT NULL,
  `unpriced_quota` bigint(20) NOT NULL,
  `counted` bigint(20) NOT NULL,
  `counted_cost` bigint(20) NOT NULL,
  `cache_cost` bigint(20) NOT NULL,
  `failed` bigint(20) NOT NULL,
  PRIMARY KEY (`day`,`channel_id`,`model_name`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `book_day` VALUES
(1795564800,1,'fake-model',4,513,0,4,513,0,0,0,0);
CREATE TABLE `budget` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `owner_kind` varchar(8) NOT NULL,
  `owner_id` int(11) NOT NULL,
  `account_id` int(11) NOT NULL,
  `period` varchar(8) NOT NULL,
  `zone` varchar(64) NOT NULL,
  `quota` bigint(20) NOT NULL,
  `soft_quota` bigint(20) NOT NULL,
  `used_before` bigint(20) NOT NULL,
  `started_at` bigint(20) NOT NULL,
  `renews_at` bigint(20) NOT NULL,
  `warned_for` bigint(20) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `budget_owner` (`owner_kind`,`owner_id`)
) ENGINE=InnoDB AUTO_INCREMENT=2 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `budget` VALUES
(1,'token',3,15,'week','Asia/Shanghai',500000,250000,0,1795363200,1795968000,0);
CREATE TABLE `channel` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `name` varchar(128) NOT NULL,
  `type` int(11) NOT NULL,
  `openai_organization` varchar(255) NOT NULL DEFAULT '',
  `max_input_tokens` int(11) NOT NULL DEFAULT 0,
  `base_url` varchar(2048) NOT NULL DEFAULT '',
  `other` longtext NOT NULL,
  `model_mapping` longtext NOT NULL,
  `status_code_mapping` longtext NOT NULL,
  `models` longtext NOT NULL,
  `group_names` longtext NOT NULL,
  `auto_ban` int(11) NOT NULL DEFAULT 1,
  `test_model` varchar(255) NOT NULL DEFAULT '',
  `priority` bigint(20) NOT NULL DEFAULT 0,
  `weight` bigint(20) NOT NULL DEFAULT 0,
  `tag` varchar(128) NOT NULL DEFAULT '',
  `model_prefix` varchar(64) NOT NULL DEFAULT '',
  `setting` longtext NOT NULL,
  `param_override` longtext NOT NULL,
  `system_prompt` longtext NOT NULL,
  `status` int(11) NOT NULL,
  `response_time_ms` int(11) NOT NULL DEFAULT 0,
  `balance` varchar(32) NOT NULL DEFAULT '0',
  `used_quota` bigint(20) NOT NULL DEFAULT 0,
  `other_info` longtext NOT NULL,
  `created_at` bigint(20) NOT NULL,
  `tested_at` bigint(20) NOT NULL DEFAULT 0,
  `balance_at` bigint(20) NOT NULL DEFAULT 0,
  `test_failure` varchar(2000) NOT NULL DEFAULT '',
  `balance_currency` varchar(8) NOT NULL DEFAULT '',
  PRIMARY KEY (`id`),
  KEY `channel_tag` (`tag`)
) ENGINE=InnoDB AUTO_INCREMENT=2 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `channel` VALUES
(1,'two keys',8,'',0,'http://127.0.0.1:45537','','','','fake-model','default,vip',1,'',0,0,'','','','','',1,0,'0',513,'',1795646367,0,0,'','');
CREATE TABLE `channel_key` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `channel_id` int(11) NOT NULL,
  `position` int(11) NOT NULL,
  `key_enc` longtext NOT NULL,
  `key_hash` varchar(64) NOT NULL,
  `key_tail` varchar(8) NOT NULL,
  `row_uid` varchar(26) NOT NULL,
  `status` int(11) NOT NULL DEFAULT 1,
  `status_reason` varchar(500) NOT NULL DEFAULT '',
  `status_at` bigint(20) NOT NULL DEFAULT 0,
  `used_at` bigint(20) NOT NULL DEFAULT 0,
  PRIMARY KEY (`id`),
  KEY `channel_key_channel` (`channel_id`),
  KEY `channel_key_hash` (`key_hash`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `channel_key` VALUES
(1,1,0,'v1:1:Wa7WkF6+ba9oRm7yy1e1VtTu6Jhle+6XAhp1GNpPXawshlgO','5d74f12d2bff478691fd2e55e060e329eeb4623e3179c0d2cf5b6199bc2097db','ar-1','01M8ADT9NFXBK9D7RAGQYT7MJT',1,'',0,1795646372),
(2,1,1,'v1:1:pYQLDFV3vqRWO81teJYu626e0xahOV4+nL9WATDH9rtGQru+','d861989ac5887fa694d65c55d6b9df8cffee9ba1089d6add56c3af2d3a70aa8e','ar-2','01M8ADT9Q474FTBVKQFBP867KY',1,'',0,1795646373);
CREATE TABLE `check_in` (
  `user_id` int(11) NOT NULL,
  `day` int(11) NOT NULL,
  `quota` bigint(20) NOT NULL,
  `created_at` bigint(20) NOT NULL,
  PRIMARY KEY (`user_id`,`day`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `check_in` VALUES
(2,20782,100,1795646371);
CREATE TABLE `entry` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `ref` varchar(128) NOT NULL,
  `debit_account` int(11) NOT NULL,
  `credit_account` int(11) NOT NULL,
  `amount` bigint(20) NOT NULL CHECK (`amount` > 0),
  `kind` varchar(16) NOT NULL,
  `hold_id` varchar(26) NOT NULL DEFAULT '',
  `created_at_ms` bigint(20) NOT NULL,
  `actor_id` int(11) NOT NULL DEFAULT 0,
  `reason` varchar(255) NOT NULL DEFAULT '',
  PRIMARY KEY (`id`),
  UNIQUE KEY `ref` (`ref`)
) ENGINE=InnoDB AUTO_INCREMENT=22 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `entry` VALUES
(1,'grant:setup:1',3,6,100000000,'grant','',1795646365613,0,''),
(2,'grant:register:2',3,7,5000,'grant','',1795646368693,0,''),
(3,'grant:inviter:2',3,8,500000,'grant','',1795646368841,0,'invitation'),
(4,'redeem:1:2',10,7,2500000,'redeem','',1795646369863,2,''),
(5,'rebate:redeem:1:2',3,6,312500,'rebate','',1795646369863,2,''),
(7,'epay:1',11,7,5000000,'epay','',1795646370911,2,''),
(8,'rebate:epay:1',3,6,625000,'rebate','',1795646370911,2,''),
(10,'check-in:2:20782',3,7,100,'check-in','',1795646371012,2,''),
(11,'aff-transfer:01M8ADTD790MK0EMKKV861FN0Q',8,6,500000,'aff-transfer','',1795646371107,1,''),
(12,'token-limit:01M8ADTDVNRM2A17GV042KW5HA',2,12,500000,'token-limit','',1795646371722,1,''),
(13,'settle:01M8ADTDYCMDA56329DED4KQ9N',6,1,188,'settle','01M8ADTDYCMDA56329DED4KQ9N',1795646372192,0,''),
(14,'settle:01M8ADTECY6ERPJ78CR4JN3XHH',6,1,125,'settle','01M8ADTECY6ERPJ78CR4JN3XHH',1795646372524,0,''),
(15,'settle:01M8ADTEQY5VRV17MWYMPYD9WG',6,1,75,'settle','01M8ADTEQY5VRV17MWYMPYD9WG',1795646372772,0,''),
(16,'token-limit:01M8ADTFE61SMP0ZZ6RSV2E4KQ',2,13,1000000,'token-limit','',1795646373364,2,''),
(17,'token-limit:01M8ADTFJ03NSMGRFDPQ6EE21B',2,14,1,'token-limit','',1795646373487,2,''),
(18,'budget-limit:01M8ADTFRP18GSWD6SC24JFNGM',2,15,500000,'budget','',1795646373728,2,''),
(19,'settle:01M8ADTFXGDX36F42JYYD1FZZG',7,1,125,'settle','01M8ADTFXGDX36F42JYYD1FZZG',1795646373853,0,''),
(20,'settle:01M8ADTFXGDX36F42JYYD1FZZG@13',13,2,125,'settle','01M8ADTFXGDX36F42JYYD1FZZG',1795646373853,0,''),
(21,'settle:01M8ADTFXGDX36F42JYYD1FZZG@15',15,2,125,'settle','01M8ADTFXGDX36F42JYYD1FZZG',1795646373853,0,'');
CREATE TABLE `factor_step` (
  `step_hash` varchar(64) NOT NULL,
  `purpose` varchar(32) NOT NULL,
  `user_id` int(11) NOT NULL,
  `auth_epoch` int(11) NOT NULL,
  `owner_hash` varchar(64) NOT NULL,
  `tries_left` int(11) NOT NULL,
  `expires_at` bigint(20) NOT NULL,
  PRIMARY KEY (`step_hash`),
  KEY `factor_step_expiry` (`expires_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE `hold` (
  `id` varchar(26) NOT NULL,
  `legs` varchar(255) NOT NULL,
  `amount` bigint(20) NOT NULL CHECK (`amount` >= 0),
  `used` bigint(20) NOT NULL DEFAULT 0,
  `state` varchar(9) NOT NULL CHECK (`state` in ('open','settled','released','recovered','corrected')),
  `resolved_by` varchar(8) NOT NULL DEFAULT '',
  `owner_kind` varchar(8) NOT NULL,
  `owner_id` varchar(64) NOT NULL,
  `lease_until_ms` bigint(20) NOT NULL,
  `user_id` int(11) NOT NULL,
  `token_id` int(11) NOT NULL,
  `price` longtext NOT NULL,
  `facts` longtext NOT NULL,
  `parts` int(11) NOT NULL DEFAULT 0,
  `created_at_ms` bigint(20) NOT NULL,
  `resolved_at_ms` bigint(20) DEFAULT NULL,
  `house` bigint(20) NOT NULL DEFAULT 0,
  `requested` bigint(20) NOT NULL DEFAULT 0,
  `part_charges` longtext DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `hold_open` (`state`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `hold` VALUES
('01M8ADTDYCMDA56329DED4KQ9N','[[6,1],[12,0]]',40984,188,'settled','owner','node','01M8ADT5EVK0D53A23R16XBTCM',0,1,2,'{\"model\":\"fake-model\",\"source\":\"ratio\",\"groupRatio\":\"1\",\"version\":3,\"quotaPerUnit\":500000,\"kind\":\"per-token\",\"ratio\":\"1.25\",\"weights\":{\"freshInput\":\"1\",\"cacheRead\":\"1\",\"cacheWrite\":\"1.25\",\"cacheWriteLong\":\"2\",\"output\":\"1\",\"audioInput\":\"20\",\"audioOutput\":\"40\"}}','',0,1795646371969,1795646372192,0,40984,NULL),
('01M8ADTECY6ERPJ78CR4JN3XHH','[[6,1],[12,0]]',643,125,'settled','owner','node','01M8ADT5EVK0D53A23R16XBTCM',0,1,2,'{\"model\":\"fake-model\",\"source\":\"ratio\",\"groupRatio\":\"1\",\"version\":3,\"quotaPerUnit\":500000,\"kind\":\"per-token\",\"ratio\":\"1.25\",\"weights\":{\"freshInput\":\"1\",\"cacheRead\":\"1\",\"cacheWrite\":\"1.25\",\"cacheWriteLong\":\"2\",\"output\":\"1\",\"audioInput\":\"20\",\"audioOutput\":\"40\"}}','',0,1795646372374,1795646372524,0,643,NULL),
('01M8ADTEQY5VRV17MWYMPYD9WG','[[6,1],[12,0]]',40975,75,'settled','owner','node','01M8ADT5EVK0D53A23R16XBTCM',0,1,2,'{\"model\":\"fake-model\",\"source\":\"ratio\",\"groupRatio\":\"1\",\"version\":3,\"quotaPerUnit\":500000,\"kind\":\"per-token\",\"ratio\":\"1.25\",\"weights\":{\"freshInput\":\"1\",\"cacheRead\":\"1\",\"cacheWrite\":\"1.25\",\"cacheWriteLong\":\"2\",\"output\":\"1\",\"audioInput\":\"20\",\"audioOutput\":\"40\"}}','',0,1795646372659,1795646372772,0,40975,NULL),
('01M8ADTFXGDX36F42JYYD1FZZG','[[7,1],[13,1],[15,1]]',40978,125,'settled','owner','node','01M8ADT5EVK0D53A23R16XBTCM',0,2,3,'{\"model\":\"fake-model\",\"source\":\"ratio\",\"groupRatio\":\"1\",\"version\":3,\"quotaPerUnit\":500000,\"kind\":\"per-token\",\"ratio\":\"1.25\",\"weights\":{\"freshInput\":\"1\",\"cacheRead\":\"1\",\"cacheWrite\":\"1.25\",\"cacheWriteLong\":\"2\",\"output\":\"1\",\"audioInput\":\"20\",\"audioOutput\":\"40\"}}','',0,1795646373828,1795646373853,0,40978,NULL);
CREATE TABLE `human_pass` (
  `pass_hash` varchar(64) NOT NULL,
  `expires_at` bigint(20) NOT NULL,
  PRIMARY KEY (`pass_hash`),
  KEY `human_pass_expiry` (`expires_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE `identity` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `user_id` int(11) NOT NULL,
  `provider` varchar(32) NOT NULL,
  `issuer` varchar(190) NOT NULL DEFAULT '',
  `subject` varchar(190) NOT NULL,
  `created_at` bigint(20) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `identity_subject` (`provider`,`issuer`,`subject`),
  KEY `identity_user` (`user_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE `log` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `created_at` bigint(20) NOT NULL,
  `type` int(11) NOT NULL,
  `user_id` int(11) NOT NULL,
  `username` varchar(64) NOT NULL,
  `channel_id` int(11) NOT NULL,
  `token_id` int(11) NOT NULL,
  `token_name` varchar(64) NOT NULL,
  `group_name` varchar(64) NOT NULL,
  `model_name` varchar(190) NOT NULL,
  `is_stream` int(11) NOT NULL,
  `use_time` int(11) NOT NULL,
  `prompt_tokens` bigint(20) NOT NULL,
  `completion_tokens` bigint(20) NOT NULL,
  `quota` bigint(20) NOT NULL,
  `client_ip` varchar(64) NOT NULL,
  `request_id` varchar(26) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `log_request` (`request_id`),
  KEY `log_time_cost` (`created_at`,`type`,`quota`,`prompt_tokens`,`completion_tokens`),
  KEY `log_user_time_cost` (`user_id`,`created_at`,`type`,`quota`,`prompt_tokens`,`completion_tokens`)
) ENGINE=InnoDB AUTO_INCREMENT=13 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `log` VALUES
(1,1795646369,1,2,'guest',0,0,'','','',0,0,0,0,0,'','01M8ADTBW0DM7WSH82PY9GAPEX'),
(2,1795646369,4,1,'root',0,0,'','','',0,0,0,0,0,'','01M8ADTBXN4YKRCTQJBH42VSBT'),
(3,1795646370,1,2,'guest',0,0,'','','',0,0,0,0,0,'','01M8ADTCZ8XDKW41TCN2R4J1RD'),
(4,1795646370,4,1,'root',0,0,'','','',0,0,0,0,0,'','01M8ADTCZA3RC6ZBBFP82FFBXM'),
(5,1795646371,5,2,'guest',0,0,'','','',0,0,0,0,0,'','01M8ADTD59Q5NHY5SY406RWTEP'),
(6,1795646371,4,1,'root',0,0,'','','',0,0,0,0,0,'','01M8ADTD790MK0EMKKV861FN0Q'),
(7,1795646372,2,1,'root',1,2,'unlimited','default','fake-model',0,0,120,30,188,'','01M8ADTDYCMDA56329DED4KQ9N'),
(8,1795646372,2,1,'root',1,2,'unlimited','default','fake-model',1,0,80,20,125,'','01M8ADTECY6ERPJ78CR4JN3XHH'),
(9,1795646372,2,1,'root',1,2,'unlimited','default','fake-model',0,0,50,10,75,'','01M8ADTEQY5VRV17MWYMPYD9WG'),
(10,1795646373,6,1,'root',0,2,'unlimited','default','no-such-model',0,0,0,0,0,'','01M8ADTFD4F1N0E79VS3Q7AN68'),
(11,1795646373,2,2,'guest',1,3,'limited','default','fake-model',0,0,80,20,125,'','01M8ADTFXGDX36F42JYYD1FZZG'),
(12,1795646374,6,2,'guest',0,4,'poor','default','fake-model',0,0,0,0,0,'','01M8ADTG08T2KCE4HH6RJC27WX');
CREATE TABLE `log_detail` (
  `request_id` varchar(26) NOT NULL,
  `other` longtext NOT NULL,
  PRIMARY KEY (`request_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `log_detail` VALUES
('01M8ADTBW0DM7WSH82PY9GAPEX','{\"content\":{\"key\":\"redeemed\",\"facts\":{\"amount\":2500000,\"id\":1}}}'),
('01M8ADTBXN4YKRCTQJBH42VSBT','{\"content\":{\"key\":\"rebate\",\"facts\":{\"share\":312500,\"amount\":2500000}}}'),
('01M8ADTCZ8XDKW41TCN2R4J1RD','{\"content\":{\"key\":\"paid\",\"facts\":{\"amount\":5000000,\"trade\":\"USR2NOYe6PWO1795646370\"}}}'),
('01M8ADTCZA3RC6ZBBFP82FFBXM','{\"content\":{\"key\":\"rebate\",\"facts\":{\"share\":625000,\"amount\":5000000}}}'),
('01M8ADTD59Q5NHY5SY406RWTEP','{\"content\":{\"key\":\"check_in\",\"facts\":{\"quota\":100}}}'),
('01M8ADTD790MK0EMKKV861FN0Q','{\"content\":{\"key\":\"aff_transfer\",\"facts\":{\"amount\":500000}}}'),
('01M8ADTDYCMDA56329DED4KQ9N','{\"model_price\":-1,\"model_ratio\":1.25,\"group_ratio\":1,\"price_version\":3,\"cache_ratio\":1,\"cache_creation_ratio\":1.25,\"completion_ratio\":1,\"cache_tokens\":64,\"total_ms\":336,\"endpoint\":\"/v1/chat/completions\",\"frt\":308,\"end_reason\":\"done\",\"usage_source\":\"upstream\",\"usage_raw\":{\"prompt_tokens\":120,\"completion_tokens\":30,\"total_tokens\":150,\"prompt_tokens_details\":{\"cached_tokens\":64,\"audio_tokens\":0},\"completion_tokens_details\":{\"reasoning_tokens\":0,\"audio_tokens\":0}},\"charge\":{\"kind\":\"per-token\",\"lines\":[{\"bucket\":\"freshInput\",\"tokens\":56,\"weight\":\"1\"},{\"bucket\":\"cacheRead\",\"tokens\":64,\"weight\":\"1\"},{\"bucket\":\"output\",\"tokens\":30,\"weight\":\"1\"}],\"model_ratio\":\"1.25\",\"price_source\":\"ratio\",\"priced_model\":\"fake-model\",\"group_ratio\":\"1\",\"quota\":188,\"held\":40984,\"entry_ref\":\"settle:01M8ADTDYCMDA56329DED4KQ9N\"},\"admin_info\":{\"use_channel\":[\"1\"],\"attempts\":[{\"channel_id\":1,\"channel_name\":\"two keys\",\"started_ms\":159,\"took_ms\":161,\"status\":200}]}}'),
('01M8ADTECY6ERPJ78CR4JN3XHH','{\"model_price\":-1,\"model_ratio\":1.25,\"group_ratio\":1,\"price_version\":3,\"cache_ratio\":1,\"cache_creation_ratio\":1.25,\"completion_ratio\":1,\"total_ms\":227,\"endpoint\":\"/v1/chat/completions\",\"frt\":216,\"end_reason\":\"done\",\"usage_source\":\"upstream\",\"usage_raw\":{\"prompt_tokens\":80,\"completion_tokens\":20,\"total_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":0,\"audio_tokens\":0},\"completion_tokens_details\":{\"reasoning_tokens\":0,\"audio_tokens\":0}},\"charge\":{\"kind\":\"per-token\",\"lines\":[{\"bucket\":\"freshInput\",\"tokens\":80,\"weight\":\"1\"},{\"bucket\":\"output\",\"tokens\":20,\"weight\":\"1\"}],\"model_ratio\":\"1.25\",\"price_source\":\"ratio\",\"priced_model\":\"fake-model\",\"group_ratio\":\"1\",\"quota\":125,\"held\":643,\"entry_ref\":\"settle:01M8ADTECY6ERPJ78CR4JN3XHH\"},\"admin_info\":{\"use_channel\":[\"1\"],\"attempts\":[{\"channel_id\":1,\"channel_name\":\"two keys\",\"started_ms\":149,\"took_ms\":67,\"status\":200}]}}'),
('01M8ADTEQY5VRV17MWYMPYD9WG','{\"model_price\":-1,\"model_ratio\":1.25,\"group_ratio\":1,\"price_version\":3,\"cache_ratio\":1,\"cache_creation_ratio\":1.25,\"completion_ratio\":1,\"total_ms\":128,\"endpoint\":\"/v1/responses\",\"frt\":116,\"end_reason\":\"done\",\"usage_source\":\"upstream\",\"usage_raw\":{\"prompt_tokens\":50,\"completion_tokens\":10,\"total_tokens\":60,\"prompt_tokens_details\":{\"cached_tokens\":0,\"audio_tokens\":0},\"completion_tokens_details\":{\"reasoning_tokens\":0,\"audio_tokens\":0}},\"upstream_dialect\":\"openai-chat\",\"losses\":[\"reply.system_fingerprint\"],\"charge\":{\"kind\":\"per-token\",\"lines\":[{\"bucket\":\"freshInput\",\"tokens\":50,\"weight\":\"1\"},{\"bucket\":\"output\",\"tokens\":10,\"weight\":\"1\"}],\"model_ratio\":\"1.25\",\"price_source\":\"ratio\",\"priced_model\":\"fake-model\",\"group_ratio\":\"1\",\"quota\":75,\"held\":40975,\"entry_ref\":\"settle:01M8ADTEQY5VRV17MWYMPYD9WG\"},\"admin_info\":{\"use_channel\":[\"1\"],\"attempts\":[{\"channel_id\":1,\"channel_name\":\"two keys\",\"started_ms\":101,\"took_ms\":16,\"status\":200}]}}'),
('01M8ADTFD4F1N0E79VS3Q7AN68','{\"total_ms\":2,\"endpoint\":\"/v1/chat/completions\",\"error_type\":\"gateway_error\",\"error_code\":\"model_not_found\",\"status_code\":404,\"content\":{\"key\":\"model_not_found\",\"facts\":{\"model\":\"no-such-model\",\"group\":\"default\"}},\"admin_info\":{\"use_channel\":[],\"attempts\":[]}}'),
('01M8ADTFXGDX36F42JYYD1FZZG','{\"model_price\":-1,\"model_ratio\":1.25,\"group_ratio\":1,\"price_version\":3,\"cache_ratio\":1,\"cache_creation_ratio\":1.25,\"completion_ratio\":1,\"total_ms\":31,\"endpoint\":\"/v1/chat/completions\",\"frt\":30,\"end_reason\":\"done\",\"usage_source\":\"upstream\",\"usage_raw\":{\"prompt_tokens\":80,\"completion_tokens\":20,\"total_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":0,\"audio_tokens\":0},\"completion_tokens_details\":{\"reasoning_tokens\":0,\"audio_tokens\":0}},\"charge\":{\"kind\":\"per-token\",\"lines\":[{\"bucket\":\"freshInput\",\"tokens\":80,\"weight\":\"1\"},{\"bucket\":\"output\",\"tokens\":20,\"weight\":\"1\"}],\"model_ratio\":\"1.25\",\"price_source\":\"ratio\",\"priced_model\":\"fake-model\",\"group_ratio\":\"1\",\"quota\":125,\"held\":40978,\"entry_ref\":\"settle:01M8ADTFXGDX36F42JYYD1FZZG\"},\"admin_info\":{\"use_channel\":[\"1\"],\"attempts\":[{\"channel_id\":1,\"channel_name\":\"two keys\",\"started_ms\":24,\"took_ms\":7,\"status\":200}]}}'),
('01M8ADTG08T2KCE4HH6RJC27WX','{\"total_ms\":25,\"endpoint\":\"/v1/chat/completions\",\"error_type\":\"gateway_error\",\"error_code\":\"pre_consume_token_quota_failed\",\"status_code\":403,\"content\":{\"key\":\"pre_consume_token_quota_failed\",\"facts\":{\"need\":5140,\"available\":1}},\"admin_info\":{\"use_channel\":[],\"attempts\":[]}}');
CREATE TABLE `message` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `title` varchar(200) NOT NULL,
  `content` longtext NOT NULL,
  `format` varchar(16) NOT NULL,
  `author_id` int(11) NOT NULL,
  `created_at` bigint(20) NOT NULL,
  `updated_at` bigint(20) NOT NULL,
  `recipient_count` int(11) NOT NULL,
  `read_count` int(11) NOT NULL DEFAULT 0,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=2 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `message` VALUES
(1,'Welcome','Make a token first.','plain',1,1795646369,1795646369,2,0);
CREATE TABLE `message_recipient` (
  `message_id` int(11) NOT NULL,
  `user_id` int(11) NOT NULL,
  `read_at` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`message_id`,`user_id`),
  KEY `message_recipient_inbox` (`user_id`,`message_id`),
  KEY `message_recipient_unread` (`user_id`,`read_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `message_recipient` VALUES
(1,1,NULL),
(1,2,NULL);
CREATE TABLE `meta` (
  `key` varchar(64) NOT NULL,
  `value` longtext NOT NULL,
  PRIMARY KEY (`key`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `meta` VALUES
('audit_head','eb00686a67095e764f8f8b28f8d94ba80e6d53d0a025be25fbda8de586aad2e5'),
('master_key_check','v1:1:2+UHMtBRoCIYbvyH5MlsGLwQAKlX4D/Ij9JEnk7I6mUTq3u9KO0Zlqta9Y2Tt/h5vryFDO+RIMcsV4NhJMgzVerYJ+Y='),
('setup','{\"version\":\"0.1.0\",\"at\":1795646365}');
CREATE TABLE `migration` (
  `name` varchar(255) NOT NULL,
  `timestamp` varchar(255) NOT NULL,
  PRIMARY KEY (`name`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
INSERT INTO `migration` VALUES
('0001-people','2026-11-25T22:39:17.336Z'),
('0002-money','2026-11-25T22:39:17.561Z'),
('0003-access','2026-11-25T22:39:17.852Z'),
('0004-log','2026-11-25T22:39:18.062Z'),
('0005-vault','2026-11-25T22:39:18.133Z'),
('0006-responses','2026-11-25T22:39:18.186Z'),
('0007-sign-in','2026-11-25T22:39:18.513Z'),
('0008-channel-keys','2026-11-25T22:39:18.672Z'),
('0009-kept-answers','2026-11-25T22:39:19.035Z'),
('0010-token-heads','2026-11-25T22:39:19.116Z'),
('0011-house-part','2026-11-25T22:39:19.161Z'),
('0012-channel-tests','2026-11-25T22:39:19.260Z'),
('0013-usage-sums','2026-11-25T22:39:19.530Z'),
('0014-log-cost','2026-11-25T22:39:19.866Z'),
('0015-hold-parts','2026-11-25T22:39:19.970Z'),
('0016-outbox','2026-11-25T22:39:20.168Z'),
('0017-people','2026-11-25T22:39:20.588Z'),
('0018-messages','2026-11-25T22:39:20.730Z'),
('0019-outside-sign-in','2026-11-25T22:39:21.120Z'),
('0020-audit','2026-11-25T22:39:21.481Z'),
('0021-second-factor','2026-11-25T22:39:21.960Z'),
('0022-money-in','2026-11-25T22:39:22.347Z'),
('0023-wallet','2026-11-25T22:39:22.524Z'),
('0024-price-version','2026-11-25T22:39:22.567Z'),
('0025-statement','2026-11-25T22:39:22.627Z'),
('0026-books','2026-11-25T22:39:22.920Z'),
('0027-budget','2026-11-25T22:39:23.046Z');
CREATE TABLE `migration_lock` (
  `id` varchar(255) NOT NULL,
  `is_locked` int(11) NOT NULL DEFAULT 0,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
INSERT INTO `migration_lock` VALUES
('migration_lock',0);
CREATE TABLE `node` (
  `epoch` varchar(26) NOT NULL,
  `name` varchar(128) NOT NULL,
  `started_at` bigint(20) NOT NULL,
  `lease_until_ms` bigint(20) NOT NULL,
  PRIMARY KEY (`epoch`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `node` VALUES
('01M8ADT5EVK0D53A23R16XBTCM','vm',1795646363,0);
CREATE TABLE `notice` (
  `user_id` int(11) NOT NULL,
  `kind` varchar(32) NOT NULL,
  `sent_at` bigint(20) NOT NULL,
  PRIMARY KEY (`user_id`,`kind`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE `one_time_code` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `purpose` varchar(32) NOT NULL,
  `subject` varchar(255) NOT NULL,
  `code_hash` varchar(64) NOT NULL,
  `tries_left` int(11) NOT NULL,
  `expires_at` bigint(20) NOT NULL,
  `issued_at` bigint(20) NOT NULL,
  `day_began_at` bigint(20) NOT NULL,
  `issued_in_day` int(11) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `one_time_code_subject` (`purpose`,`subject`),
  KEY `one_time_code_issued` (`issued_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE `option` (
  `key` varchar(128) NOT NULL,
  `value` longtext NOT NULL,
  `updated_at` bigint(20) NOT NULL,
  PRIMARY KEY (`key`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `option` VALUES
('CheckInEnabled','true',1795646366),
('CheckInQuota','100',1795646366),
('DemoSiteEnabled','false',1795646365),
('EpayId','1001',1795646370),
('EpayKey','v1:1:lerOszczp7ih7rb26Q0b960OjdDvZHR8X/CFeuHaSj8IoDx3nZXBLguhoGG0H7lAsg==',1795646370),
('GroupRatio','{\"default\":1,\"vip\":0.8}',1795646367),
('ModelRatio','{\"fake-model\":1.25}',1795646367),
('PayAddress','https://pay.example',1795646370),
('QuotaForInviter','500000',1795646366),
('QuotaForNewUser','5000',1795646366),
('RebateEnabled','true',1795646366),
('RebatePercentage','12.5',1795646366),
('SelfUseModeEnabled','false',1795646365),
('ServerAddress','http://127.0.0.1:38775',1795646370);
CREATE TABLE `outbox` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `ref` varchar(190) NOT NULL,
  `row_uid` varchar(26) NOT NULL,
  `kind` varchar(16) NOT NULL,
  `body` longtext NOT NULL,
  `state` varchar(16) NOT NULL,
  `tries` int(11) NOT NULL,
  `next_try_at_ms` bigint(20) NOT NULL,
  `claimed_by` varchar(26) NOT NULL,
  `give_up_at_ms` bigint(20) NOT NULL,
  `created_at_ms` bigint(20) NOT NULL,
  `last_error` varchar(255) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `outbox_ref` (`ref`),
  KEY `outbox_due` (`state`,`next_try_at_ms`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE `passkey` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `user_id` int(11) NOT NULL,
  `credential_hash` varchar(64) NOT NULL,
  `credential_id` longtext NOT NULL,
  `public_key` longtext NOT NULL,
  `counter` bigint(20) NOT NULL,
  `transports` varchar(255) NOT NULL,
  `name` varchar(255) NOT NULL,
  `is_synced` int(11) NOT NULL,
  `created_at` bigint(20) NOT NULL,
  `last_used_at` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `passkey_credential_hash` (`credential_hash`),
  KEY `passkey_user` (`user_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE `price_version` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `created_at` bigint(20) NOT NULL,
  `cause` varchar(16) NOT NULL,
  `user_id` int(11) NOT NULL,
  `returned_to` int(11) NOT NULL,
  `note` varchar(255) NOT NULL,
  `settings` longtext NOT NULL,
  `built_in` varchar(64) NOT NULL,
  `changed_settings` longtext NOT NULL,
  `changes` int(11) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=4 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `price_version` VALUES
(1,1795646363,'product',0,0,'','{\"ModelRatio\":\"{}\",\"ModelPrice\":\"{}\",\"CacheRatio\":\"{}\",\"CacheCreationRatio\":\"{}\",\"CompletionRatio\":\"{}\",\"AudioRatio\":\"{}\",\"AudioCompletionRatio\":\"{}\",\"ToolPrices\":\"{}\",\"TierRatios\":\"{}\",\"LengthTiers\":\"{}\",\"GroupRatio\":\"{\\\"default\\\":1,\\\"vip\\\":1,\\\"svip\\\":1}\",\"UserGroupRatio\":\"{}\",\"fallback_pricing_enabled\":\"false\",\"fallback_single_price\":\"\",\"fallback_input_ratio\":\"\",\"fallback_completion_ratio\":\"\",\"redirect_billing_enabled\":\"false\",\"SelfUseModeEnabled\":\"false\",\"QuotaPerUnit\":\"500000\"}','4e883ebdddaf09f6b4d0f477e0463c039672e3cb723712891a856d6366c296da','[]',0),
(2,1795646367,'change',1,0,'','{\"ModelRatio\":\"{}\",\"ModelPrice\":\"{}\",\"CacheRatio\":\"{}\",\"CacheCreationRatio\":\"{}\",\"CompletionRatio\":\"{}\",\"AudioRatio\":\"{}\",\"AudioCompletionRatio\":\"{}\",\"ToolPrices\":\"{}\",\"TierRatios\":\"{}\",\"LengthTiers\":\"{}\",\"GroupRatio\":\"{\\\"default\\\":1,\\\"vip\\\":0.8}\",\"UserGroupRatio\":\"{}\",\"fallback_pricing_enabled\":\"false\",\"fallback_single_price\":\"\",\"fallback_input_ratio\":\"\",\"fallback_completion_ratio\":\"\",\"redirect_billing_enabled\":\"false\",\"SelfUseModeEnabled\":\"false\",\"QuotaPerUnit\":\"500000\"}','4e883ebdddaf09f6b4d0f477e0463c039672e3cb723712891a856d6366c296da','[\"GroupRatio\"]',2),
(3,1795646367,'change',1,0,'','{\"ModelRatio\":\"{\\\"fake-model\\\":1.25}\",\"ModelPrice\":\"{}\",\"CacheRatio\":\"{}\",\"CacheCreationRatio\":\"{}\",\"CompletionRatio\":\"{}\",\"AudioRatio\":\"{}\",\"AudioCompletionRatio\":\"{}\",\"ToolPrices\":\"{}\",\"TierRatios\":\"{}\",\"LengthTiers\":\"{}\",\"GroupRatio\":\"{\\\"default\\\":1,\\\"vip\\\":0.8}\",\"UserGroupRatio\":\"{}\",\"fallback_pricing_enabled\":\"false\",\"fallback_single_price\":\"\",\"fallback_input_ratio\":\"\",\"fallback_completion_ratio\":\"\",\"redirect_billing_enabled\":\"false\",\"SelfUseModeEnabled\":\"false\",\"QuotaPerUnit\":\"500000\"}','4e883ebdddaf09f6b4d0f477e0463c039672e3cb723712891a856d6366c296da','[\"ModelRatio\"]',1);
CREATE TABLE `recovery_code` (
  `code_hash` varchar(64) NOT NULL,
  `user_id` int(11) NOT NULL,
  `used_at` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`code_hash`),
  KEY `recovery_code_user` (`user_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `recovery_code` VALUES
('0XI5_6SAtHJxDV489LDCzplj_C_iJfUXLB7IY-ZIUlw',2,NULL),
('1Fw2RSLZgNXxl_6o3IyAvgAbdaZzl03fsrTEXqSp6Ps',2,NULL),
('95OFlU4qp33YLVQrHAkf6E-SsN0WUKh8DjW02d8ojdY',2,NULL),
('BqtFJGrKmC3t_tA7lEAW-aJbcztmalB0nUDYRFL-3og',2,NULL),
('H7kZTg6wAPjv9EIvHeAbJHcGuLOGv179dN1REOJIDmk',2,NULL),
('KwQ8VBY-LJzfqcG9YUmVC0T75l2qmrv1kGmmU4CO978',2,NULL),
('VDGt_mFBx8VRo74VkD56OqlAPQ4DocTzJr_dJVSJvvQ',2,NULL),
('p6LGjyJgWuF1Ew1PzdnNRLQGcDMTHJkhspE2MMT_FyI',2,NULL),
('sT9UbzAPh5XZo0DFmhiQfouzwxyoJp_BrgC_XtRrfE8',2,NULL),
('t9rOCGAkYBmW1Sk6ecsjnbNXD05NoMrXYDyXM4SEHzg',2,NULL);
CREATE TABLE `redemption` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `user_id` int(11) NOT NULL,
  `name` varchar(64) NOT NULL,
  `code_hash` varchar(64) NOT NULL,
  `code_enc` varchar(255) NOT NULL,
  `row_uid` varchar(26) NOT NULL,
  `status` int(11) NOT NULL,
  `quota` bigint(20) NOT NULL,
  `is_gift` int(11) NOT NULL,
  `max_uses` int(11) NOT NULL,
  `used_count` int(11) NOT NULL DEFAULT 0,
  `used_user_id` int(11) NOT NULL DEFAULT 0,
  `valid_from` bigint(20) NOT NULL DEFAULT 0,
  `valid_until` bigint(20) NOT NULL DEFAULT 0,
  `created_at` bigint(20) NOT NULL,
  `redeemed_at` bigint(20) NOT NULL DEFAULT 0,
  `deleted_at` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `redemption_code_hash` (`code_hash`),
  KEY `redemption_name` (`name`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `redemption` VALUES
(1,1,'spring','93c2667747f291f2cc577960c8a1cf9e993fd2db24db0bb954aab4cb386b2131','v1:1:B3IW1Swpdh1/hVwvdxTWS6L/+URBLUuz2xg375VH6a6YJMmx1f1TPokgZUrddKyMnfNBO17ZxgKktnOt','01M8ADTBP7J8CFE3PWKT3NSJYJ',3,2500000,0,-1,1,2,0,0,1795646369,1795646369,NULL),
(2,1,'spring','5c7456c421336a2e636b967e7ca0bcb68302eb004128b9d771e05d8d7d42641a','v1:1:ebp6QUkJvWSmgmeBnvXX0JbNVzjmgodZwKMN/bjgkQ9+bGsR0M31hdE3Mhj2mEfkBZ+mrK14b+eXbi6f','01M8ADTBP7J8CFE3PWKT3NSJYK',1,2500000,0,-1,0,0,0,0,1795646369,0,NULL);
CREATE TABLE `redemption_use` (
  `redemption_id` int(11) NOT NULL,
  `user_id` int(11) NOT NULL,
  `quota` bigint(20) NOT NULL,
  `used_at` bigint(20) NOT NULL,
  PRIMARY KEY (`redemption_id`,`user_id`),
  KEY `redemption_use_user` (`user_id`,`used_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `redemption_use` VALUES
(1,2,2500000,1795646369);
CREATE TABLE `session` (
  `id_hash` varchar(64) NOT NULL,
  `user_id` int(11) NOT NULL,
  `auth_epoch` int(11) NOT NULL,
  `created_at` bigint(20) NOT NULL,
  `seen_at` bigint(20) NOT NULL,
  `ip_prefix` varchar(64) NOT NULL DEFAULT '',
  `agent` varchar(255) NOT NULL DEFAULT '',
  PRIMARY KEY (`id_hash`),
  KEY `session_user` (`user_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `session` VALUES
('5ae715a44362e114be6cecbd1955ec3bdd801ad99170fc8ebf61d94c6e23e195',1,0,1795646366,1795646366,'127.0.0.0/24',''),
('60e4b2ebff46c9accd9afb86c895a23b9c0e9ca27bdb86a816e220ee7ddc549a',2,0,1795646369,1795646369,'127.0.0.0/24','');
CREATE TABLE `session_confirmation` (
  `id_hash` varchar(64) NOT NULL,
  `purpose` varchar(32) NOT NULL,
  `expires_at` bigint(20) NOT NULL,
  PRIMARY KEY (`id_hash`,`purpose`),
  KEY `session_confirmation_expiry` (`expires_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `session_confirmation` VALUES
('5ae715a44362e114be6cecbd1955ec3bdd801ad99170fc8ebf61d94c6e23e195','secret_options',1795646670),
('60e4b2ebff46c9accd9afb86c895a23b9c0e9ca27bdb86a816e220ee7ddc549a','ways_in',1795646671);
CREATE TABLE `sign_in_proof` (
  `proof_hash` varchar(64) NOT NULL,
  `expires_at` bigint(20) NOT NULL,
  PRIMARY KEY (`proof_hash`),
  KEY `sign_in_proof_expiry` (`expires_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE `sign_in_state` (
  `state_hash` varchar(64) NOT NULL,
  `provider` varchar(32) NOT NULL,
  `purpose` varchar(16) NOT NULL,
  `user_id` int(11) NOT NULL,
  `owner_hash` varchar(64) NOT NULL,
  `sealed` longtext NOT NULL,
  `invite_code` varchar(64) NOT NULL,
  `redirect_uri` longtext NOT NULL,
  `expires_at` bigint(20) NOT NULL,
  PRIMARY KEY (`state_hash`),
  KEY `sign_in_state_expiry` (`expires_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE `stored_response` (
  `response_key` varchar(190) NOT NULL,
  `user_id` int(11) NOT NULL,
  `channel_id` int(11) NOT NULL,
  `previous_key` varchar(190) NOT NULL,
  `input` longtext NOT NULL,
  `body` longtext NOT NULL,
  `expires_at` bigint(20) NOT NULL,
  `token_id` int(11) NOT NULL DEFAULT 0,
  `model` varchar(255) NOT NULL DEFAULT '',
  `group_name` varchar(64) NOT NULL DEFAULT '',
  `row_uid` varchar(26) NOT NULL DEFAULT '',
  `bytes` bigint(20) NOT NULL DEFAULT 0,
  PRIMARY KEY (`response_key`),
  KEY `stored_response_expiry` (`expires_at`),
  KEY `stored_response_user` (`user_id`,`expires_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `stored_response` VALUES
('1:resp_01M8ADTEQY5VRV17MWYMPYD9WG',1,0,'','v1:1:L9yfRynj6Ls2kUVI7P1qN6ZD/nOumnixTr+UT33+x8OpR1z9Hipj/cv7pl9w+92zBcTrgIebizJ3PEyyACQUDrJMiVTatq6D3ritR75fOHbuBQvPkdKktQdEqSUg7KQMdA5EXMvPikbx3s/FjJyKV+ZtJ7thpPC1','v1:1:HYv9g0CwCJ2fOA+E+ttu8auBGWNlMuTab9mrgYr5HbsZvTXocCNuNJPgPkQG1Wl5HiW501o2w2L8PPcUzbHynQRPHNik7jdzH9BK58Bpa8/zOXqoEzWPywg6R+3ZcxlNphKyX+m0tuABX+v4oEB9fqcDPcmCSBFdID/25cjxo02BJK8GG+XYE9UA4BiT+i9DcuJrqpHOLU0WYZGaZ0DcQTfU3MkHdFq+MJf/tU2HnlcNvX59fzbyiu/tRwBt1mUvXlBXM/iU1ZHYb8VdsdQ1QIyk7q+shCV+LR368pa63yvnDjRUQdcXBZgxLzPhlthKKcBQaNCrI2LVoopnLhXB8u8GkameLKPbTw/a2rfzPUv7k38472yFydI2W/a4ZCDFbn/6MbaZpFiTS4j0L70oIiXOY1IUSZm3H4Q/cojIRmVR7bQ/WWr6rOUuUw2xJqpE7qMkEjkswcLZcVXDMw9vV79HR7gehBRDY+zN6b6t8hNq9hJQC/KgcwwfgRs8cqSLjRfuzmQXtxOh/yQAsOLGi82vLYbFrxR2xWWS1d5YktvYafBatqorLJ7sUzOqD+kE4vqsO8gWGjceV4hMZXdv4r+VJggm9IBINAzFSs72e7sNwYs48wKmpFXcTG4GvZeOOo8q77ciI8OER76iWNBBtcZOsj2ed5RdJ0khjk81xlrOq7a6vO6MLZ4BjKUNUn1miKk4NPkCPwYoRNoKyOGUnqrXGmGX5wF4TnK9ccAMQ5wc8+T99/vPkoxm1rTdYiD2+SyeeLuCTO41xy/Xg1n1Sln1Wxvndlgx18YpvAexQJSImJyw1M41kvJJE/zxWexbLRiQ9lM0wVxqL3xL/luXuGtkl8G+syX1IObel5Vr18BZfXnYgEXmzLazOegVFfaFG8S8Zo9xv3NNpai4+aSWkImtxZIWyM6UDX7/pwL5R/pgAt+bMd/yRqfrf58aCuLLpq7GZ+Qigr2OAnv6dV+fmFo6+l17TQgDAIAC0EsQ52qYnUgn6Uq9sKA59eU5EZTrsui2lgnbBquKMJda4wUkui+rk68LVP1ci1St8tprhE55ErJ8pTW7QXqp6mh1kV2rmw1ZnrFr3HG5TKhL5pFhZ8dQjdKXtJ9bvToMaZzb/LBfKKcqtTQnq6Yux4gOQPWdi2snxMKX0Sc6v1H8azqCvJxkvnV9Q1W96GpPVY4ugy1cyAf5ndH7q4y1ooUIkkRV/weIo75TfQac1diy107nBCxcEpV3Hombwb3OS7ECqslusVvwKN2q21IUCNhypep7uqs+7iJb89oap9hSIh9NU9PraKRKMaz7nml14C/B7KzaxrA2sKTAFWZx+4YukXrYLqrwdho5tgfMj6U=',1798238373,2,'fake-model','default','01M8ADTF8XDCA94MCX2VQRAH7W',1083);
CREATE TABLE `throttle` (
  `throttle_key` varchar(64) NOT NULL,
  `subject` varchar(64) NOT NULL,
  `state` longtext NOT NULL,
  `expires_at` bigint(20) NOT NULL,
  PRIMARY KEY (`throttle_key`),
  KEY `throttle_subject` (`subject`),
  KEY `throttle_expiry` (`expires_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `throttle` VALUES
('6a9ef149c6b7f9484744321322a640f6ed7c83727168ba6bea5355797ca5a60e','','{\"times\":[1795646365183,1795646365876,1795646367877,1795646369121,1795646369665,1795646370033,1795646370745,1795646370946,1795646370985,1795646371049,1795646371290,1795646371493,1795646371630],\"pausedUntilMs\":0,\"pauseMs\":0}',1795647572);
CREATE TABLE `token` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `user_id` int(11) NOT NULL,
  `name` varchar(64) NOT NULL,
  `key_hash` varchar(64) NOT NULL,
  `key_tail` varchar(8) NOT NULL,
  `key_enc` varchar(512) NOT NULL,
  `row_uid` varchar(26) NOT NULL,
  `status` int(11) NOT NULL,
  `group_name` varchar(64) NOT NULL DEFAULT '',
  `is_unlimited` int(11) NOT NULL DEFAULT 0,
  `expires_at` bigint(20) DEFAULT NULL,
  `rate_limit_enabled` int(11) NOT NULL DEFAULT 0,
  `rate_limit_period` int(11) NOT NULL DEFAULT 60,
  `rate_limit_count` int(11) NOT NULL DEFAULT 1000,
  `rate_limit_success` int(11) NOT NULL DEFAULT 10,
  `model_limits_enabled` int(11) NOT NULL DEFAULT 0,
  `model_limits` longtext NOT NULL,
  `allow_ips` longtext NOT NULL,
  `created_at` bigint(20) NOT NULL,
  `accessed_at` bigint(20) NOT NULL DEFAULT 0,
  `deleted_at` bigint(20) DEFAULT NULL,
  `key_head` varchar(8) NOT NULL DEFAULT '',
  PRIMARY KEY (`id`),
  UNIQUE KEY `key_hash` (`key_hash`),
  KEY `token_user` (`user_id`)
) ENGINE=InnoDB AUTO_INCREMENT=5 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `token` VALUES
(1,2,'初始令牌','1da96cd63f3ed362d23601f1f36b33974f80c0090b0038217566185198e9da4a','GzUj','v1:1:hVivmCCcdPJ/Ocdpzj/B1igrItvlQgyPJrxyKyy2SIuWTzhYFDt9qbxENn8G6mdodrphpx1H6zn0NX5JXPovAMNafzy/xzb9ltdImQ==','01M8ADTATD563N3BBQR2G6G8HC',1,'',1,NULL,0,60,1000,10,0,'','',1795646368,0,NULL,'P60r'),
(2,1,'unlimited','14854ade37b4950185582c5f4d3b1efe67170e72cf0992caf87915da17623805','0PVn','v1:1:KL1Sq41KRKvf9bBfhlZ/dzCcUAR/flumEoYgk52gcM8wH5GXe4SgQo+6/Rkz6M/qCysYiJHa+3ElnXSx/bicJpmpv/fYWF3lbJF/lA==','01M8ADTDVNRM2A17GV042KW5H9',1,'',1,NULL,0,60,1000,10,0,'','',1795646371,1795646372,NULL,'Idew'),
(3,2,'limited','851149990790c9b047d0773124fb5b621c1d0f5523693d6af2c6cd3cfb9e3e7c','xSYI','v1:1:ottO5eS9UTMsNcApWgpyZoESP5fKFh3GvBR2PAGw1qXlOZL23ukGTd6QPme3Jvd7AOkD0VqHCKDqS4aBGfJX4AISUxs+nL2GLU3epQ==','01M8ADTFE61SMP0ZZ6RSV2E4KP',1,'',0,NULL,0,60,1000,10,0,'','',1795646373,1795646373,NULL,'xLbm'),
(4,2,'poor','c617d1a5ee59bc6ea0937c35776587484ee07def2590265423d0d894310e90c0','fGEl','v1:1:Gzi0dTtBdbTgGbHmEPdtC3rbcIS/Ie/BqmWa1qgk2CQ/dCd86K3gXR/9sNKMFI1Q2tf5B64a5m69c9HfR7Ro7/0ynf1kxI7/zVILOQ==','01M8ADTFJ03NSMGRFDPQ6EE21A',1,'',0,NULL,0,60,1000,10,0,'','',1795646373,0,NULL,'r1Hj');
CREATE TABLE `top_up_order` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `user_id` int(11) NOT NULL,
  `gateway` varchar(16) NOT NULL,
  `method` varchar(16) NOT NULL,
  `trade_no` varchar(64) NOT NULL,
  `gateway_ref` varchar(255) NOT NULL DEFAULT '',
  `amount` bigint(20) NOT NULL,
  `quota` bigint(20) NOT NULL,
  `money` bigint(20) NOT NULL,
  `currency` varchar(8) NOT NULL,
  `status` varchar(16) NOT NULL,
  `created_at` bigint(20) NOT NULL,
  `paid_at` bigint(20) NOT NULL DEFAULT 0,
  `refunded_at` bigint(20) NOT NULL DEFAULT 0,
  PRIMARY KEY (`id`),
  UNIQUE KEY `top_up_order_trade` (`gateway`,`trade_no`),
  KEY `top_up_order_user` (`user_id`,`id`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `top_up_order` VALUES
(1,2,'epay','zfb','USR2NOYe6PWO1795646370','261795646370',10,5000000,7300,'CNY','paid',1795646370,1795646370,0),
(2,2,'epay','zfb','USR2NOXLBc971795646370','',5,2500000,3650,'CNY','pending',1795646370,0,0);
CREATE TABLE `totp` (
  `user_id` int(11) NOT NULL,
  `sealed` longtext NOT NULL,
  `is_enabled` int(11) NOT NULL,
  `last_step` bigint(20) NOT NULL,
  `created_at` bigint(20) NOT NULL,
  PRIMARY KEY (`user_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `totp` VALUES
(2,'v1:1:34WMQCV9+EKwp7XCcdpKvp23vczHGLprOIHSJWoDs8c+4ePUYk+ckMt3nK9C89eq4mb1lS8mE6AUdBCq',1,59854878,1795646371);
CREATE TABLE `usage_channel_hour` (
  `hour` bigint(20) NOT NULL,
  `channel_id` int(11) NOT NULL,
  `calls` bigint(20) NOT NULL,
  `prompt_tokens` bigint(20) NOT NULL,
  `completion_tokens` bigint(20) NOT NULL,
  `quota` bigint(20) NOT NULL,
  PRIMARY KEY (`hour`,`channel_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `usage_channel_hour` VALUES
(1795644000,1,4,330,80,513);
CREATE TABLE `usage_hour` (
  `hour` bigint(20) NOT NULL,
  `user_id` int(11) NOT NULL,
  `model_name` varchar(190) NOT NULL,
  `channel_id` int(11) NOT NULL,
  `calls` bigint(20) NOT NULL,
  `prompt_tokens` bigint(20) NOT NULL,
  `completion_tokens` bigint(20) NOT NULL,
  `quota` bigint(20) NOT NULL,
  PRIMARY KEY (`hour`,`user_id`,`model_name`,`channel_id`),
  KEY `usage_hour_user` (`user_id`,`hour`),
  KEY `usage_hour_channel` (`channel_id`,`hour`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `usage_hour` VALUES
(1795644000,1,'fake-model',1,3,250,60,388),
(1795644000,2,'fake-model',1,1,80,20,125);
CREATE TABLE `usage_model_hour` (
  `hour` bigint(20) NOT NULL,
  `model_name` varchar(190) NOT NULL,
  `calls` bigint(20) NOT NULL,
  `prompt_tokens` bigint(20) NOT NULL,
  `completion_tokens` bigint(20) NOT NULL,
  `quota` bigint(20) NOT NULL,
  PRIMARY KEY (`hour`,`model_name`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `usage_model_hour` VALUES
(1795644000,'fake-model',4,330,80,513);
CREATE TABLE `usage_user_day` (
  `day` bigint(20) NOT NULL,
  `user_id` int(11) NOT NULL,
  `calls` bigint(20) NOT NULL,
  `prompt_tokens` bigint(20) NOT NULL,
  `completion_tokens` bigint(20) NOT NULL,
  `quota` bigint(20) NOT NULL,
  PRIMARY KEY (`day`,`user_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `usage_user_day` VALUES
(1795564800,1,3,250,60,388),
(1795564800,2,1,80,20,125);
CREATE TABLE `user` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `username` varchar(64) NOT NULL,
  `display_name` varchar(64) NOT NULL DEFAULT '',
  `password_hash` varchar(255) NOT NULL DEFAULT '',
  `role` int(11) NOT NULL,
  `status` int(11) NOT NULL,
  `group_name` varchar(64) NOT NULL DEFAULT 'default',
  `email` varchar(255) NOT NULL DEFAULT '',
  `auth_epoch` int(11) NOT NULL DEFAULT 0,
  `language` varchar(8) NOT NULL DEFAULT '',
  `setting` longtext NOT NULL,
  `aff_code` varchar(32) NOT NULL,
  `aff_count` int(11) NOT NULL DEFAULT 0,
  `inviter_id` int(11) NOT NULL DEFAULT 0,
  `created_at` bigint(20) NOT NULL,
  `deleted_at` bigint(20) DEFAULT NULL,
  `username_key` varchar(255) DEFAULT NULL,
  `email_key` varchar(255) DEFAULT NULL,
  `access_token_hash` varchar(64) DEFAULT NULL,
  `access_token_used_at` bigint(20) DEFAULT NULL,
  `last_login_at` bigint(20) DEFAULT NULL,
  `invite_income` bigint(20) DEFAULT NULL,
  `invite_gifts` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `username` (`username`),
  UNIQUE KEY `aff_code` (`aff_code`),
  UNIQUE KEY `user_key_of_username` (`username_key`),
  UNIQUE KEY `user_key_of_email` (`email_key`),
  UNIQUE KEY `user_access_token` (`access_token_hash`),
  KEY `user_email` (`email`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `user` VALUES
(1,'root','Root User','$argon2id$v=19$m=19456,t=2,p=1$Disk6JpmrnWaFZL/QYrEIA$+BCDywxeSJVkYVOug8X6ufSWuF1wIPtfLyUOfl3y1hY',100,1,'default','',0,'','','6gU1IfwD',1,0,1795646365,NULL,'root',NULL,NULL,NULL,1795646366,1437500,500000),
(2,'guest','guest','$argon2id$v=19$m=19456,t=2,p=1$Tp54t7ljrpiRtkP+DO91pQ$wkUdyLTay+3d6Xv6fxZvtvqy6dNW5FBGV5elG2Pukyo',1,1,'default','',0,'zh','','sPDbk3HQ',0,1,1795646368,NULL,'guest',NULL,'29f72d5c421560d3c36b3a18eaba435b2f5fece4a7817e1fe503b0eeb484acc8',NULL,1795646369,NULL,NULL);
CREATE TABLE `vault` (
  `vault_key` varchar(190) NOT NULL,
  `value` longtext NOT NULL,
  `expires_at` bigint(20) NOT NULL,
  PRIMARY KEY (`vault_key`),
  KEY `vault_expiry` (`expires_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE `vendor_bill` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `channel_id` int(11) NOT NULL,
  `form` varchar(16) NOT NULL,
  `file_name` varchar(190) NOT NULL,
  `user_id` int(11) NOT NULL,
  `created_at` bigint(20) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=2 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `vendor_bill` VALUES
(1,1,'general','bill.csv',1,1795646367);
CREATE TABLE `vendor_bill_line` (
  `channel_id` int(11) NOT NULL,
  `day` bigint(20) NOT NULL,
  `model_name` varchar(190) NOT NULL,
  `bill_id` int(11) NOT NULL,
  `micros` bigint(20) NOT NULL,
  `quota` bigint(20) NOT NULL,
  `slack` bigint(20) NOT NULL,
  `tokens` bigint(20) NOT NULL,
  PRIMARY KEY (`channel_id`,`day`,`model_name`),
  KEY `vendor_bill_line_bill` (`bill_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO `vendor_bill_line` VALUES
(1,1793750400,'fake-model',1,500000,250000,25000,0);
