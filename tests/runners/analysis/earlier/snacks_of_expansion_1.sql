BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0006');
CREATE TABLE attempts (
	attempt VARCHAR(64) NOT NULL, 
	call VARCHAR(64) NOT NULL, 
	sitting VARCHAR(64) NOT NULL, 
	participant VARCHAR(64) NOT NULL, 
	experiment TEXT NOT NULL, 
	place TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	message TEXT NOT NULL, 
	tries INTEGER NOT NULL, 
	tool_version TEXT NOT NULL, 
	at TEXT NOT NULL, 
	CONSTRAINT attempts_pkey PRIMARY KEY (attempt)
);
CREATE TABLE calls (
	call VARCHAR(64) NOT NULL, 
	sitting VARCHAR(64) NOT NULL, 
	participant VARCHAR(64) NOT NULL, 
	experiment TEXT NOT NULL, 
	levels TEXT NOT NULL, 
	wording TEXT NOT NULL, 
	draw INTEGER NOT NULL, 
	sample INTEGER NOT NULL, 
	place TEXT NOT NULL, 
	messages TEXT NOT NULL, 
	text TEXT NOT NULL, 
	finish TEXT NOT NULL, 
	raw TEXT NOT NULL, 
	requested TEXT NOT NULL, 
	sent TEXT NOT NULL, 
	model_returned TEXT, 
	request_id TEXT, 
	input_tokens INTEGER, 
	output_tokens INTEGER, 
	latency_s FLOAT NOT NULL, 
	tries INTEGER NOT NULL, 
	simulated BOOLEAN NOT NULL, 
	tool_version TEXT NOT NULL, 
	at TEXT NOT NULL, 
	CONSTRAINT calls_pkey PRIMARY KEY (call)
);
INSERT INTO "calls" VALUES('2deeb6d5104f82b259ff718b9cc98900ba810b314c9612ef26aa1271082430d6','8a2220164f8a0aac5f1c83c480307add1d182b42e743a3445e9f7058fd13db83','5173e126f64168745ee09d648d04c025f2ed32a000cccceb1a980155e168cca5','Snacks','[]','original',4,1,'/test pick #4','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) pasta\nB) leek\nC) toffee"]]','## Answer

Toffee.','stop','','{"model": "oracle", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/oracle',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.968Z');
INSERT INTO "calls" VALUES('3054569720b5ae6b023662e784565b7caa34b2cdaad5f6292a413cc8766553da','998225b1cf27056da5ec3ffc1bf5cc9546044c7d0139b19dd23d8cbb4e5eefff','5173e126f64168745ee09d648d04c025f2ed32a000cccceb1a980155e168cca5','Snacks','[]','original',1,1,'/test pick','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) bread\nB) carrot\nC) cookie"]]','Cookie!','stop','','{"model": "oracle", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/oracle',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.961Z');
INSERT INTO "calls" VALUES('30dedf67a5d750b0229df818592a14b6bf496217b2e7f31d847f68cf010ccfb1','998225b1cf27056da5ec3ffc1bf5cc9546044c7d0139b19dd23d8cbb4e5eefff','5173e126f64168745ee09d648d04c025f2ed32a000cccceb1a980155e168cca5','Snacks','[]','original',1,1,'/test pick #3','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) rice\nB) pear\nC) wafer"]]','**C) wafer**','stop','','{"model": "oracle", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/oracle',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.966Z');
INSERT INTO "calls" VALUES('3445e14bea8038d97535d80d2aacf22aacf5ac9f7b04b999a25d5daf366bd1eb','8a2220164f8a0aac5f1c83c480307add1d182b42e743a3445e9f7058fd13db83','5173e126f64168745ee09d648d04c025f2ed32a000cccceb1a980155e168cca5','Snacks','[]','original',4,1,'/test pick #2','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) soup\nB) plum\nC) crisp"]]','Crisp. That follows from all that was said before.','stop','','{"model": "oracle", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/oracle',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.968Z');
INSERT INTO "calls" VALUES('46275f5e25bd42dcfe7ec55eac9a58114e908a9cb5e5e81475d964052b922ea0','5ae5adc2d754f64259b29d8ade8a7471b4bbf2ae9d800626b85947372d32813f','5173e126f64168745ee09d648d04c025f2ed32a000cccceb1a980155e168cca5','Snacks','[]','original',3,1,'/test pick #4','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) leek\nB) toffee\nC) pasta"]]','Toffee. That follows from all that was said before.','stop','','{"model": "oracle", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/oracle',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.968Z');
INSERT INTO "calls" VALUES('5673c8ce5b88b33ac6dc7fa70144f66105a62755e95061a9674e54f41815f1e5','e783f39795774e0f7e16fb1e2023d3d655110e683d9bc19828f4b4d4b2bda845','5173e126f64168745ee09d648d04c025f2ed32a000cccceb1a980155e168cca5','Snacks','[]','original',2,1,'/test pick','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) cookie\nB) bread\nC) carrot"]]','“Cookie.”','stop','','{"model": "oracle", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/oracle',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.967Z');
INSERT INTO "calls" VALUES('7b25b2e2cb1df861723f2f20bed543357419929922420472a601990011799be8','e783f39795774e0f7e16fb1e2023d3d655110e683d9bc19828f4b4d4b2bda845','5173e126f64168745ee09d648d04c025f2ed32a000cccceb1a980155e168cca5','Snacks','[]','original',2,1,'/test pick #4','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) toffee\nB) pasta\nC) leek"]]','The answer is A.','stop','','{"model": "oracle", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/oracle',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.967Z');
INSERT INTO "calls" VALUES('8dc467d9722085127501a77eeb421b8a6a6e3410d5ab7466d2d54e9b09067087','e783f39795774e0f7e16fb1e2023d3d655110e683d9bc19828f4b4d4b2bda845','5173e126f64168745ee09d648d04c025f2ed32a000cccceb1a980155e168cca5','Snacks','[]','original',2,1,'/test pick #3','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) wafer\nB) rice\nC) pear"]]','(A)','stop','','{"model": "oracle", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/oracle',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.967Z');
INSERT INTO "calls" VALUES('9866b8c40309107d3e722973cb00e5b3064cb93d02d0149829f2cd56bb46cf5d','5ae5adc2d754f64259b29d8ade8a7471b4bbf2ae9d800626b85947372d32813f','5173e126f64168745ee09d648d04c025f2ed32a000cccceb1a980155e168cca5','Snacks','[]','original',3,1,'/test pick #2','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) plum\nB) crisp\nC) soup"]]','B','stop','','{"model": "oracle", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/oracle',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.967Z');
INSERT INTO "calls" VALUES('a9af7c43b053a1c7733d6c7f27942bdc7b01714e5656531e73b391a0fbacbf4e','998225b1cf27056da5ec3ffc1bf5cc9546044c7d0139b19dd23d8cbb4e5eefff','5173e126f64168745ee09d648d04c025f2ed32a000cccceb1a980155e168cca5','Snacks','[]','original',1,1,'/test pick #4','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) pasta\nB) leek\nC) toffee"]]','My answer: toffee.','stop','','{"model": "oracle", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/oracle',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.967Z');
INSERT INTO "calls" VALUES('ac0609f60ab8a80db46274d2907a8030476099b140bac069857431a8dfe19054','5ae5adc2d754f64259b29d8ade8a7471b4bbf2ae9d800626b85947372d32813f','5173e126f64168745ee09d648d04c025f2ed32a000cccceb1a980155e168cca5','Snacks','[]','original',3,1,'/test pick #3','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) pear\nB) wafer\nC) rice"]]','**Answer:** Wafer','stop','','{"model": "oracle", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/oracle',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.967Z');
INSERT INTO "calls" VALUES('bf69549741d6d21da4cb2d33e2fb67a79a65cddaf4aa783724f6aff575d42d2b','8a2220164f8a0aac5f1c83c480307add1d182b42e743a3445e9f7058fd13db83','5173e126f64168745ee09d648d04c025f2ed32a000cccceb1a980155e168cca5','Snacks','[]','original',4,1,'/test pick #3','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) rice\nB) pear\nC) wafer"]]','wafer','stop','','{"model": "oracle", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/oracle',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.968Z');
INSERT INTO "calls" VALUES('c55ee0f9edae338cacdedf51f23177c49f848c5795481332253b944a773a86ec','e783f39795774e0f7e16fb1e2023d3d655110e683d9bc19828f4b4d4b2bda845','5173e126f64168745ee09d648d04c025f2ed32a000cccceb1a980155e168cca5','Snacks','[]','original',2,1,'/test pick #2','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) crisp\nB) soup\nC) plum"]]','"crisp"','stop','','{"model": "oracle", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/oracle',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.967Z');
INSERT INTO "calls" VALUES('d152a70c8234c889807e5000f7a0ca1e0bdccaf1e58f2aedd99596b003921335','998225b1cf27056da5ec3ffc1bf5cc9546044c7d0139b19dd23d8cbb4e5eefff','5173e126f64168745ee09d648d04c025f2ed32a000cccceb1a980155e168cca5','Snacks','[]','original',1,1,'/test pick #2','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) soup\nB) plum\nC) crisp"]]','C) crisp','stop','','{"model": "oracle", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/oracle',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.966Z');
INSERT INTO "calls" VALUES('eebe54e75a357471511f785f3fb1b4d7f076f37f20b8c531455bbed9258e263a','8a2220164f8a0aac5f1c83c480307add1d182b42e743a3445e9f7058fd13db83','5173e126f64168745ee09d648d04c025f2ed32a000cccceb1a980155e168cca5','Snacks','[]','original',4,1,'/test pick','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) bread\nB) carrot\nC) cookie"]]','"cookie"','stop','','{"model": "oracle", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/oracle',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.968Z');
INSERT INTO "calls" VALUES('f8cf25982dd785c1f80f7826008dad7e3f5faefba4a48fbd610c00b882d7504e','5ae5adc2d754f64259b29d8ade8a7471b4bbf2ae9d800626b85947372d32813f','5173e126f64168745ee09d648d04c025f2ed32a000cccceb1a980155e168cca5','Snacks','[]','original',3,1,'/test pick','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) carrot\nB) cookie\nC) bread"]]','Cookie.','stop','','{"model": "oracle", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/oracle',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.967Z');
INSERT INTO "calls" VALUES('1219a2a99b89e85bd42586b910bff60ad7abf43d5a0027cacfce23e570714afb','7dbc3f273b1e4a89146631ff47639bb84ec8802a6571fdd4f5b59b030d3bab83','f2abe0b03fd30b8893a1ccb8ec342ee3aa40a15b80c6c4dff33f53378c0ef8b5','Snacks','[]','original',3,1,'/test pick #2','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) plum\nB) crisp\nC) soup"]]','A.','stop','','{"model": "lure", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/lure',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.981Z');
INSERT INTO "calls" VALUES('17440e90848574d2a873050b208517d73caf7a3f9506c8d37c50f93f829e6456','60b997c70cea3f431d774e88431aee2b35b394497f40b8e57de0c4f6b95f8b57','f2abe0b03fd30b8893a1ccb8ec342ee3aa40a15b80c6c4dff33f53378c0ef8b5','Snacks','[]','original',4,1,'/test pick','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) bread\nB) carrot\nC) cookie"]]','Let me go through it step by step.

1. I read all that was said.
2. I kept in mind what was asked.

**Bread.**','stop','','{"model": "lure", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/lure',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.981Z');
INSERT INTO "calls" VALUES('18e67eaca97f1e4032f0fd3eadf0518761c57ed5130b08cbf55f4b761a3dc14b','d452ca71c631b8971ff3912ed5fc9a6c3043173f8d610377cdc656e87376253f','f2abe0b03fd30b8893a1ccb8ec342ee3aa40a15b80c6c4dff33f53378c0ef8b5','Snacks','[]','original',2,1,'/test pick #2','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) crisp\nB) soup\nC) plum"]]','C.','stop','','{"model": "lure", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/lure',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.980Z');
INSERT INTO "calls" VALUES('1be83d6f3ae32a40358ed2fc05d449cd0b82024edfddad56159f8d39e652fbf4','7dbc3f273b1e4a89146631ff47639bb84ec8802a6571fdd4f5b59b030d3bab83','f2abe0b03fd30b8893a1ccb8ec342ee3aa40a15b80c6c4dff33f53378c0ef8b5','Snacks','[]','original',3,1,'/test pick','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) carrot\nB) cookie\nC) bread"]]','**Bread**','stop','','{"model": "lure", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/lure',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.980Z');
INSERT INTO "calls" VALUES('56fb8654b6e470258591ec8406367fb82e898689cb6c366d502a372e6db374d2','bee6a67e962cc9981a5bf8f9cf453f4bfeeff6f8a99611538955745ff77c5c87','f2abe0b03fd30b8893a1ccb8ec342ee3aa40a15b80c6c4dff33f53378c0ef8b5','Snacks','[]','original',1,1,'/test pick','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) bread\nB) carrot\nC) cookie"]]','The answer is B.','stop','','{"model": "lure", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/lure',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.979Z');
INSERT INTO "calls" VALUES('594dca8f1edec71666a2f8f60501af0a0c4ca21ea4e5996f2c314bd4f880e116','7dbc3f273b1e4a89146631ff47639bb84ec8802a6571fdd4f5b59b030d3bab83','f2abe0b03fd30b8893a1ccb8ec342ee3aa40a15b80c6c4dff33f53378c0ef8b5','Snacks','[]','original',3,1,'/test pick #4','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) leek\nB) toffee\nC) pasta"]]','"leek"','stop','','{"model": "lure", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/lure',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.981Z');
INSERT INTO "calls" VALUES('596e4c50520e4ac3aa80eb1f5eb41255e450700fe1e5b241729e7b444c5444ea','bee6a67e962cc9981a5bf8f9cf453f4bfeeff6f8a99611538955745ff77c5c87','f2abe0b03fd30b8893a1ccb8ec342ee3aa40a15b80c6c4dff33f53378c0ef8b5','Snacks','[]','original',1,1,'/test pick #2','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) soup\nB) plum\nC) crisp"]]','A) soup','stop','','{"model": "lure", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/lure',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.980Z');
INSERT INTO "calls" VALUES('872d63bef2eb6fcd082c7cd2215be88c09ffb970f7064992dc17eafd9c317b64','60b997c70cea3f431d774e88431aee2b35b394497f40b8e57de0c4f6b95f8b57','f2abe0b03fd30b8893a1ccb8ec342ee3aa40a15b80c6c4dff33f53378c0ef8b5','Snacks','[]','original',4,1,'/test pick #2','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) soup\nB) plum\nC) crisp"]]','(A)','stop','','{"model": "lure", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/lure',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.981Z');
INSERT INTO "calls" VALUES('9a60b0afeea46c9e04dde7e02bd00e879644257cc4ef5fadb4907b02281d6119','60b997c70cea3f431d774e88431aee2b35b394497f40b8e57de0c4f6b95f8b57','f2abe0b03fd30b8893a1ccb8ec342ee3aa40a15b80c6c4dff33f53378c0ef8b5','Snacks','[]','original',4,1,'/test pick #4','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) pasta\nB) leek\nC) toffee"]]','“Pasta.”','stop','','{"model": "lure", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/lure',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.981Z');
INSERT INTO "calls" VALUES('9b99eccc29b02cad9c77e104f54fd2e32e058ed55704715f426305b259e32869','7dbc3f273b1e4a89146631ff47639bb84ec8802a6571fdd4f5b59b030d3bab83','f2abe0b03fd30b8893a1ccb8ec342ee3aa40a15b80c6c4dff33f53378c0ef8b5','Snacks','[]','original',3,1,'/test pick #3','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) pear\nB) wafer\nC) rice"]]','**Pear**','stop','','{"model": "lure", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/lure',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.981Z');
INSERT INTO "calls" VALUES('9f2c8372839466340257547eaf9178fe9c2439d767cb7584833228f53112d498','bee6a67e962cc9981a5bf8f9cf453f4bfeeff6f8a99611538955745ff77c5c87','f2abe0b03fd30b8893a1ccb8ec342ee3aa40a15b80c6c4dff33f53378c0ef8b5','Snacks','[]','original',1,1,'/test pick #3','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) rice\nB) pear\nC) wafer"]]','My answer: rice.','stop','','{"model": "lure", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/lure',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.980Z');
INSERT INTO "calls" VALUES('a999f86b28de20a6f7f0ebbc4186fb0a65e5bc0da7505ab08d963921dc07945a','d452ca71c631b8971ff3912ed5fc9a6c3043173f8d610377cdc656e87376253f','f2abe0b03fd30b8893a1ccb8ec342ee3aa40a15b80c6c4dff33f53378c0ef8b5','Snacks','[]','original',2,1,'/test pick','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) cookie\nB) bread\nC) carrot"]]','Carrot.','stop','','{"model": "lure", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/lure',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.980Z');
INSERT INTO "calls" VALUES('acc3cad7fb213dbb542150ee16cd7d73f6999989742d290c86ced559dbd399da','d452ca71c631b8971ff3912ed5fc9a6c3043173f8d610377cdc656e87376253f','f2abe0b03fd30b8893a1ccb8ec342ee3aa40a15b80c6c4dff33f53378c0ef8b5','Snacks','[]','original',2,1,'/test pick #4','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) toffee\nB) pasta\nC) leek"]]','Let me go through it step by step.

1. I read all that was said.
2. I kept in mind what was asked.

**Pasta.**','stop','','{"model": "lure", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/lure',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.980Z');
INSERT INTO "calls" VALUES('b6e0e2c6cf8802306c80fe28e4ee4ab94c06b8dbad9a44297be71dd256623f5a','60b997c70cea3f431d774e88431aee2b35b394497f40b8e57de0c4f6b95f8b57','f2abe0b03fd30b8893a1ccb8ec342ee3aa40a15b80c6c4dff33f53378c0ef8b5','Snacks','[]','original',4,1,'/test pick #3','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) rice\nB) pear\nC) wafer"]]','A) rice','stop','','{"model": "lure", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/lure',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.981Z');
INSERT INTO "calls" VALUES('c2b801db0d0f2f5cb01b917bec4ec75df009758d81cbe164b680bc598a17f9b4','bee6a67e962cc9981a5bf8f9cf453f4bfeeff6f8a99611538955745ff77c5c87','f2abe0b03fd30b8893a1ccb8ec342ee3aa40a15b80c6c4dff33f53378c0ef8b5','Snacks','[]','original',1,1,'/test pick #4','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) pasta\nB) leek\nC) toffee"]]','(B)','stop','','{"model": "lure", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/lure',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.980Z');
INSERT INTO "calls" VALUES('e5fd55194162810e6e49ce293551e1cea836ffe6540caa2ff568da8f363826ca','d452ca71c631b8971ff3912ed5fc9a6c3043173f8d610377cdc656e87376253f','f2abe0b03fd30b8893a1ccb8ec342ee3aa40a15b80c6c4dff33f53378c0ef8b5','Snacks','[]','original',2,1,'/test pick #3','[["user","Otto likes sweet things.\n\nWhich would Otto take?\n\nA) wafer\nB) rice\nC) pear"]]','Let me go through it step by step.

1. I read all that was said.
2. I kept in mind what was asked.

**Rice.**','stop','','{"model": "lure", "parameters": "{}", "provider": "sim", "version": "1"}','{}','sim/lure',NULL,NULL,NULL,0.0,1,1,'0.1.0','2026-11-22T19:42:12.980Z');
CREATE TABLE claims (
	sitting VARCHAR(64) NOT NULL, 
	worker VARCHAR(64) NOT NULL, 
	at TEXT NOT NULL, 
	CONSTRAINT claims_pkey PRIMARY KEY (sitting)
);
CREATE TABLE codes (
	code VARCHAR(64) NOT NULL, 
	trial VARCHAR(64) NOT NULL, 
	transcript VARCHAR(64) NOT NULL, 
	rubric VARCHAR(64) NOT NULL, 
	place TEXT NOT NULL, 
	coder TEXT NOT NULL, 
	coder_kind TEXT NOT NULL, 
	mark TEXT NOT NULL, 
	flags TEXT NOT NULL, 
	note TEXT NOT NULL, 
	packet VARCHAR(64) NOT NULL, 
	item TEXT NOT NULL, 
	sequence INTEGER NOT NULL, 
	codebook_version TEXT NOT NULL, 
	tool_version TEXT NOT NULL, 
	at TEXT NOT NULL, 
	body TEXT NOT NULL, 
	CONSTRAINT codes_pkey PRIMARY KEY (code)
);
CREATE TABLE folds (
	packet VARCHAR(64) NOT NULL, 
	sequence INTEGER NOT NULL, 
	code VARCHAR(64) NOT NULL, 
	scheme INTEGER NOT NULL, 
	body TEXT NOT NULL, 
	CONSTRAINT folds_pkey PRIMARY KEY (packet)
);
CREATE TABLE other_calls (
	reply VARCHAR(64) NOT NULL, 
	call VARCHAR(64) NOT NULL, 
	sitting VARCHAR(64) NOT NULL, 
	participant VARCHAR(64) NOT NULL, 
	experiment TEXT NOT NULL, 
	levels TEXT NOT NULL, 
	wording TEXT NOT NULL, 
	draw INTEGER NOT NULL, 
	sample INTEGER NOT NULL, 
	place TEXT NOT NULL, 
	messages TEXT NOT NULL, 
	text TEXT NOT NULL, 
	finish TEXT NOT NULL, 
	raw TEXT NOT NULL, 
	requested TEXT NOT NULL, 
	sent TEXT NOT NULL, 
	model_returned TEXT, 
	request_id TEXT, 
	input_tokens INTEGER, 
	output_tokens INTEGER, 
	latency_s FLOAT NOT NULL, 
	tries INTEGER NOT NULL, 
	simulated BOOLEAN NOT NULL, 
	tool_version TEXT NOT NULL, 
	at TEXT NOT NULL, 
	CONSTRAINT other_calls_pkey PRIMARY KEY (reply)
);
CREATE TABLE other_transcripts (
	trial VARCHAR(64) NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	size INTEGER NOT NULL, 
	calls TEXT NOT NULL, 
	tool_version TEXT NOT NULL, 
	at TEXT NOT NULL, 
	CONSTRAINT other_transcripts_pkey PRIMARY KEY (trial, hash)
);
CREATE TABLE packet_items (
	packet VARCHAR(64) NOT NULL, 
	item VARCHAR(64) NOT NULL, 
	position INTEGER NOT NULL, 
	phase TEXT NOT NULL, 
	content VARCHAR(64) NOT NULL, 
	twin TEXT NOT NULL, 
	behind TEXT NOT NULL, 
	masked TEXT NOT NULL, 
	CONSTRAINT packet_items_pkey PRIMARY KEY (packet, item)
);
CREATE TABLE packets (
	packet VARCHAR(64) NOT NULL, 
	study VARCHAR(64) NOT NULL, 
	batch VARCHAR(64) NOT NULL, 
	coder TEXT NOT NULL, 
	coder_kind TEXT NOT NULL, 
	"view" TEXT NOT NULL, 
	codebook_version TEXT NOT NULL, 
	settings TEXT NOT NULL, 
	header TEXT NOT NULL, 
	tool_version TEXT NOT NULL, 
	at TEXT NOT NULL, 
	CONSTRAINT packets_pkey PRIMARY KEY (packet)
);
CREATE TABLE participants (
	participant VARCHAR(64) NOT NULL, 
	name TEXT NOT NULL, 
	simulated BOOLEAN NOT NULL, 
	identity TEXT NOT NULL, 
	CONSTRAINT participants_pkey PRIMARY KEY (participant)
);
INSERT INTO "participants" VALUES('5173e126f64168745ee09d648d04c025f2ed32a000cccceb1a980155e168cca5','sim/oracle',1,'{"model": "oracle", "parameters": "{}", "provider": "sim", "version": "1"}');
INSERT INTO "participants" VALUES('f2abe0b03fd30b8893a1ccb8ec342ee3aa40a15b80c6c4dff33f53378c0ef8b5','sim/lure',1,'{"model": "lure", "parameters": "{}", "provider": "sim", "version": "1"}');
CREATE TABLE pictures (
	picture VARCHAR(64) NOT NULL, 
	media_type TEXT NOT NULL, 
	content BLOB NOT NULL, 
	CONSTRAINT pictures_pkey PRIMARY KEY (picture)
);
CREATE TABLE preregistrations (
	seal VARCHAR(64) NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	content TEXT NOT NULL, 
	seen TEXT NOT NULL, 
	tool_version TEXT NOT NULL, 
	at TEXT NOT NULL, 
	CONSTRAINT preregistrations_pkey PRIMARY KEY (seal)
);
CREATE TABLE scripts (
	hash VARCHAR(64) NOT NULL, 
	content TEXT NOT NULL, 
	CONSTRAINT scripts_pkey PRIMARY KEY (hash)
);
INSERT INTO "scripts" VALUES('a8a324d8b14f74d8f6af524aa649f40e0c1ba60ae451c839d32ed0565f32afec','experiment Snacks

table snacks (first, second, third):
    carrot | cookie | bread
    plum | crisp | soup
    pear | wafer | rice
    leek | toffee | pasta

design
    runs 4
    scoring accuracy
    wording original

procedure
    say: Otto likes sweet things.
    for each row of snacks
        separately
            test pick
                ask: Which would Otto take?
                choices rotated:
                    {first}
                    {second}
                    {third}
                answer: {second}
                wrong:
                    {first}
                    {third}
');
CREATE TABLE start_participants (
	start VARCHAR(64) NOT NULL, 
	participant VARCHAR(64) NOT NULL, 
	CONSTRAINT start_participants_pkey PRIMARY KEY (start, participant)
);
INSERT INTO "start_participants" VALUES('6171c017f44a4a659f4b1c4e3bc1b4d5','5173e126f64168745ee09d648d04c025f2ed32a000cccceb1a980155e168cca5');
INSERT INTO "start_participants" VALUES('6171c017f44a4a659f4b1c4e3bc1b4d5','f2abe0b03fd30b8893a1ccb8ec342ee3aa40a15b80c6c4dff33f53378c0ef8b5');
CREATE TABLE start_pictures (
	start VARCHAR(64) NOT NULL, 
	main TEXT NOT NULL, 
	file TEXT NOT NULL, 
	picture VARCHAR(64) NOT NULL, 
	CONSTRAINT start_pictures_pkey PRIMARY KEY (start, main, file)
);
CREATE TABLE start_scripts (
	start VARCHAR(64) NOT NULL, 
	main TEXT NOT NULL, 
	file TEXT NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	experiment TEXT NOT NULL, 
	procedure VARCHAR(64) NOT NULL, 
	rubric VARCHAR(64) NOT NULL, 
	CONSTRAINT start_scripts_pkey PRIMARY KEY (start, main, file)
);
INSERT INTO "start_scripts" VALUES('6171c017f44a4a659f4b1c4e3bc1b4d5','snacks.dev','snacks.dev','a8a324d8b14f74d8f6af524aa649f40e0c1ba60ae451c839d32ed0565f32afec','Snacks','fdbe70dc8b2d69f87bbcdc056b806cd612c5c7b87654db14817f4d6c3833d405','c311d484f7a07c40cb2ebeccbe2967e64bf4b33facb60eaba314e6ca02940e2b');
CREATE TABLE starts (
	start VARCHAR(64) NOT NULL, 
	study VARCHAR(64) NOT NULL, 
	settings TEXT NOT NULL, 
	tool_version TEXT NOT NULL, 
	at TEXT NOT NULL, 
	CONSTRAINT starts_pkey PRIMARY KEY (start)
);
INSERT INTO "starts" VALUES('6171c017f44a4a659f4b1c4e3bc1b4d5','bcd966f79aca','{"max_cost": null, "max_tokens": null, "models": ["sim/oracle", "sim/lure"], "only": [], "param": [], "runs": null, "samples": null, "scripts": ["snacks.dev"], "seed": null, "temperature": null, "wording": null}','0.1.0','2026-11-22T19:42:11.987Z');
CREATE TABLE studies (
	study VARCHAR(64) NOT NULL, 
	simulated BOOLEAN NOT NULL, 
	tool_version TEXT NOT NULL, 
	at TEXT NOT NULL, 
	CONSTRAINT studies_pkey PRIMARY KEY (study)
);
INSERT INTO "studies" VALUES('bcd966f79aca',1,'0.1.0','2026-11-22T19:42:11.987Z');
CREATE TABLE study_trials (
	study VARCHAR(64) NOT NULL, 
	trial VARCHAR(64) NOT NULL, 
	sitting VARCHAR(64) NOT NULL, 
	participant VARCHAR(64) NOT NULL, 
	procedure VARCHAR(64) NOT NULL, 
	experiment TEXT NOT NULL, 
	levels TEXT NOT NULL, 
	wording TEXT NOT NULL, 
	draw INTEGER NOT NULL, 
	sample INTEGER NOT NULL, 
	seed TEXT NOT NULL, 
	CONSTRAINT study_trials_pkey PRIMARY KEY (study, trial)
);
INSERT INTO "study_trials" VALUES('bcd966f79aca','354499daa663df8b370fae15c1f7721ac01ef33adb89a7e107c7d0fb825b3d96','8a2220164f8a0aac5f1c83c480307add1d182b42e743a3445e9f7058fd13db83','5173e126f64168745ee09d648d04c025f2ed32a000cccceb1a980155e168cca5','fdbe70dc8b2d69f87bbcdc056b806cd612c5c7b87654db14817f4d6c3833d405','Snacks','[]','original',4,1,'1');
INSERT INTO "study_trials" VALUES('bcd966f79aca','9174c515793a29303a863b298d6e56ba521b4405bc4b724ab288356853ee38dc','998225b1cf27056da5ec3ffc1bf5cc9546044c7d0139b19dd23d8cbb4e5eefff','5173e126f64168745ee09d648d04c025f2ed32a000cccceb1a980155e168cca5','fdbe70dc8b2d69f87bbcdc056b806cd612c5c7b87654db14817f4d6c3833d405','Snacks','[]','original',1,1,'1');
INSERT INTO "study_trials" VALUES('bcd966f79aca','a53269a13a59942410956d91f682e23cccdae67209a4395202c50bceb35a769a','e783f39795774e0f7e16fb1e2023d3d655110e683d9bc19828f4b4d4b2bda845','5173e126f64168745ee09d648d04c025f2ed32a000cccceb1a980155e168cca5','fdbe70dc8b2d69f87bbcdc056b806cd612c5c7b87654db14817f4d6c3833d405','Snacks','[]','original',2,1,'1');
INSERT INTO "study_trials" VALUES('bcd966f79aca','e044d129fd790ebf8e59eb5a16c8f1e1e6b5d7b4a59b315e5e76668ec116dfb6','5ae5adc2d754f64259b29d8ade8a7471b4bbf2ae9d800626b85947372d32813f','5173e126f64168745ee09d648d04c025f2ed32a000cccceb1a980155e168cca5','fdbe70dc8b2d69f87bbcdc056b806cd612c5c7b87654db14817f4d6c3833d405','Snacks','[]','original',3,1,'1');
INSERT INTO "study_trials" VALUES('bcd966f79aca','10df6398d8f97c2abac477691b13e5cb3e15b420028092f499d1b7fa439d51a9','d452ca71c631b8971ff3912ed5fc9a6c3043173f8d610377cdc656e87376253f','f2abe0b03fd30b8893a1ccb8ec342ee3aa40a15b80c6c4dff33f53378c0ef8b5','fdbe70dc8b2d69f87bbcdc056b806cd612c5c7b87654db14817f4d6c3833d405','Snacks','[]','original',2,1,'1');
INSERT INTO "study_trials" VALUES('bcd966f79aca','1b3fa21ea0a5aa395d964db0425625097ef57f62c13d8ba757a5d8389b41d62d','7dbc3f273b1e4a89146631ff47639bb84ec8802a6571fdd4f5b59b030d3bab83','f2abe0b03fd30b8893a1ccb8ec342ee3aa40a15b80c6c4dff33f53378c0ef8b5','fdbe70dc8b2d69f87bbcdc056b806cd612c5c7b87654db14817f4d6c3833d405','Snacks','[]','original',3,1,'1');
INSERT INTO "study_trials" VALUES('bcd966f79aca','76e8cf7cceda2900479c7701b32b3febb78982aa8a1a5ac168409b753b598b17','bee6a67e962cc9981a5bf8f9cf453f4bfeeff6f8a99611538955745ff77c5c87','f2abe0b03fd30b8893a1ccb8ec342ee3aa40a15b80c6c4dff33f53378c0ef8b5','fdbe70dc8b2d69f87bbcdc056b806cd612c5c7b87654db14817f4d6c3833d405','Snacks','[]','original',1,1,'1');
INSERT INTO "study_trials" VALUES('bcd966f79aca','9cb1d6337221539eefeb384ca5f9be605453e4244a8cb4a68c52da8983eb79d0','60b997c70cea3f431d774e88431aee2b35b394497f40b8e57de0c4f6b95f8b57','f2abe0b03fd30b8893a1ccb8ec342ee3aa40a15b80c6c4dff33f53378c0ef8b5','fdbe70dc8b2d69f87bbcdc056b806cd612c5c7b87654db14817f4d6c3833d405','Snacks','[]','original',4,1,'1');
CREATE TABLE transcripts (
	trial VARCHAR(64) NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	size INTEGER NOT NULL, 
	calls TEXT NOT NULL, 
	tool_version TEXT NOT NULL, 
	at TEXT NOT NULL, 
	CONSTRAINT transcripts_pkey PRIMARY KEY (trial, hash)
);
INSERT INTO "transcripts" VALUES('354499daa663df8b370fae15c1f7721ac01ef33adb89a7e107c7d0fb825b3d96','53ad47006ff66b5ccd5e74ddef034d236d430299010412783ef04806e876593c',4,'[["/test pick","eebe54e75a357471511f785f3fb1b4d7f076f37f20b8c531455bbed9258e263a"],["/test pick #2","3445e14bea8038d97535d80d2aacf22aacf5ac9f7b04b999a25d5daf366bd1eb"],["/test pick #3","bf69549741d6d21da4cb2d33e2fb67a79a65cddaf4aa783724f6aff575d42d2b"],["/test pick #4","2deeb6d5104f82b259ff718b9cc98900ba810b314c9612ef26aa1271082430d6"]]','0.1.0','2026-11-22T19:42:12.988Z');
INSERT INTO "transcripts" VALUES('9174c515793a29303a863b298d6e56ba521b4405bc4b724ab288356853ee38dc','3cf127c55a35262daba557cc277252385612303ed6e078f734ec5da0cfc26c08',4,'[["/test pick","3054569720b5ae6b023662e784565b7caa34b2cdaad5f6292a413cc8766553da"],["/test pick #2","d152a70c8234c889807e5000f7a0ca1e0bdccaf1e58f2aedd99596b003921335"],["/test pick #3","30dedf67a5d750b0229df818592a14b6bf496217b2e7f31d847f68cf010ccfb1"],["/test pick #4","a9af7c43b053a1c7733d6c7f27942bdc7b01714e5656531e73b391a0fbacbf4e"]]','0.1.0','2026-11-22T19:42:12.987Z');
INSERT INTO "transcripts" VALUES('a53269a13a59942410956d91f682e23cccdae67209a4395202c50bceb35a769a','973953f957e48b0f8848bd3825c3bc77c9fa6a038c3c5a124dc4079f912e0186',4,'[["/test pick","5673c8ce5b88b33ac6dc7fa70144f66105a62755e95061a9674e54f41815f1e5"],["/test pick #2","c55ee0f9edae338cacdedf51f23177c49f848c5795481332253b944a773a86ec"],["/test pick #3","8dc467d9722085127501a77eeb421b8a6a6e3410d5ab7466d2d54e9b09067087"],["/test pick #4","7b25b2e2cb1df861723f2f20bed543357419929922420472a601990011799be8"]]','0.1.0','2026-11-22T19:42:12.987Z');
INSERT INTO "transcripts" VALUES('e044d129fd790ebf8e59eb5a16c8f1e1e6b5d7b4a59b315e5e76668ec116dfb6','c9fd88be1832dbf36cea788cb7f352d83683a120081b347bf15f2a00bdd55546',4,'[["/test pick","f8cf25982dd785c1f80f7826008dad7e3f5faefba4a48fbd610c00b882d7504e"],["/test pick #2","9866b8c40309107d3e722973cb00e5b3064cb93d02d0149829f2cd56bb46cf5d"],["/test pick #3","ac0609f60ab8a80db46274d2907a8030476099b140bac069857431a8dfe19054"],["/test pick #4","46275f5e25bd42dcfe7ec55eac9a58114e908a9cb5e5e81475d964052b922ea0"]]','0.1.0','2026-11-22T19:42:12.987Z');
INSERT INTO "transcripts" VALUES('10df6398d8f97c2abac477691b13e5cb3e15b420028092f499d1b7fa439d51a9','85600b31d4c18d23c80d4ffb4dcc3d6ba837232f8dcb5802f012087eb1514ae7',4,'[["/test pick","a999f86b28de20a6f7f0ebbc4186fb0a65e5bc0da7505ab08d963921dc07945a"],["/test pick #2","18e67eaca97f1e4032f0fd3eadf0518761c57ed5130b08cbf55f4b761a3dc14b"],["/test pick #3","e5fd55194162810e6e49ce293551e1cea836ffe6540caa2ff568da8f363826ca"],["/test pick #4","acc3cad7fb213dbb542150ee16cd7d73f6999989742d290c86ced559dbd399da"]]','0.1.0','2026-11-22T19:42:13.002Z');
INSERT INTO "transcripts" VALUES('1b3fa21ea0a5aa395d964db0425625097ef57f62c13d8ba757a5d8389b41d62d','e2d81c49dd30d9603d78b3b8fbb8778f7f88d77115d847acba086bfd4c1c85be',4,'[["/test pick","1be83d6f3ae32a40358ed2fc05d449cd0b82024edfddad56159f8d39e652fbf4"],["/test pick #2","1219a2a99b89e85bd42586b910bff60ad7abf43d5a0027cacfce23e570714afb"],["/test pick #3","9b99eccc29b02cad9c77e104f54fd2e32e058ed55704715f426305b259e32869"],["/test pick #4","594dca8f1edec71666a2f8f60501af0a0c4ca21ea4e5996f2c314bd4f880e116"]]','0.1.0','2026-11-22T19:42:13.002Z');
INSERT INTO "transcripts" VALUES('76e8cf7cceda2900479c7701b32b3febb78982aa8a1a5ac168409b753b598b17','96dafdbccffbfbff787528fc02e9ec28e0a1289cb1604b6f13a2cb8c0a1f5891',4,'[["/test pick","56fb8654b6e470258591ec8406367fb82e898689cb6c366d502a372e6db374d2"],["/test pick #2","596e4c50520e4ac3aa80eb1f5eb41255e450700fe1e5b241729e7b444c5444ea"],["/test pick #3","9f2c8372839466340257547eaf9178fe9c2439d767cb7584833228f53112d498"],["/test pick #4","c2b801db0d0f2f5cb01b917bec4ec75df009758d81cbe164b680bc598a17f9b4"]]','0.1.0','2026-11-22T19:42:13.002Z');
INSERT INTO "transcripts" VALUES('9cb1d6337221539eefeb384ca5f9be605453e4244a8cb4a68c52da8983eb79d0','7e4ea53419ce294378dd84942f720de8ac407a1c661a52af515236d36580d558',4,'[["/test pick","17440e90848574d2a873050b208517d73caf7a3f9506c8d37c50f93f829e6456"],["/test pick #2","872d63bef2eb6fcd082c7cd2215be88c09ffb970f7064992dc17eafd9c317b64"],["/test pick #3","b6e0e2c6cf8802306c80fe28e4ee4ab94c06b8dbad9a44297be71dd256623f5a"],["/test pick #4","9a60b0afeea46c9e04dde7e02bd00e879644257cc4ef5fadb4907b02281d6119"]]','0.1.0','2026-11-22T19:42:13.002Z');
CREATE TABLE workers (
	worker VARCHAR(64) NOT NULL, 
	host TEXT NOT NULL, 
	pid INTEGER NOT NULL, 
	started TEXT NOT NULL, 
	beat TEXT NOT NULL, 
	CONSTRAINT workers_pkey PRIMARY KEY (worker)
);
CREATE INDEX starts_study ON starts (study);
CREATE INDEX study_trials_sitting ON study_trials (sitting);
CREATE INDEX calls_finish ON calls (finish, sitting);
CREATE INDEX calls_sitting ON calls (sitting);
CREATE INDEX other_calls_sitting ON other_calls (sitting);
CREATE INDEX attempts_sitting ON attempts (sitting);
CREATE INDEX codes_trial ON codes (trial);
CREATE INDEX codes_log ON codes (packet, sequence, code);
CREATE INDEX packets_study ON packets (study);
CREATE INDEX claims_worker ON claims (worker);
COMMIT;