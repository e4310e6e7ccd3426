CREATE TABLE scripts (
    hash VARCHAR(64) NOT NULL,
    content TEXT NOT NULL,
    CONSTRAINT scripts_pkey PRIMARY KEY (hash)
);

CREATE TABLE participants (
    participant VARCHAR(64) NOT NULL,
    name TEXT NOT NULL,
    simulated BOOLEAN NOT NULL,
    identity TEXT NOT NULL,
    CONSTRAINT participants_pkey PRIMARY KEY (participant)
);

CREATE TABLE studies (
    study VARCHAR(64) NOT NULL,
    simulated BOOLEAN NOT NULL,
    tool_version TEXT NOT NULL,
    at TEXT NOT NULL,
    CONSTRAINT studies_pkey PRIMARY KEY (study)
);

CREATE TABLE starts (
    start VARCHAR(64) NOT NULL,
    study VARCHAR(64) NOT NULL,
    settings TEXT NOT NULL,
    tool_version TEXT NOT NULL,
    at TEXT NOT NULL,
    CONSTRAINT starts_pkey PRIMARY KEY (start)
);

CREATE INDEX starts_study ON starts (study);

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

CREATE TABLE start_participants (
    start VARCHAR(64) NOT NULL,
    participant VARCHAR(64) NOT NULL,
    CONSTRAINT start_participants_pkey PRIMARY KEY (start, participant)
);

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

CREATE INDEX study_trials_sitting ON study_trials (sitting);

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

CREATE INDEX calls_sitting ON calls (sitting);

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

CREATE INDEX attempts_sitting ON attempts (sitting);

CREATE TABLE transcripts (
    trial VARCHAR(64) NOT NULL,
    hash VARCHAR(64) NOT NULL,
    size INTEGER NOT NULL,
    calls TEXT NOT NULL,
    tool_version TEXT NOT NULL,
    at TEXT NOT NULL,
    CONSTRAINT transcripts_pkey PRIMARY KEY (trial, hash)
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

CREATE INDEX codes_trial ON codes (trial);

CREATE TABLE workers (
    worker VARCHAR(64) NOT NULL,
    host TEXT NOT NULL,
    pid INTEGER NOT NULL,
    started TEXT NOT NULL,
    beat TEXT NOT NULL,
    CONSTRAINT workers_pkey PRIMARY KEY (worker)
);

CREATE TABLE claims (
    sitting VARCHAR(64) NOT NULL,
    worker VARCHAR(64) NOT NULL,
    at TEXT NOT NULL,
    CONSTRAINT claims_pkey PRIMARY KEY (sitting)
);

CREATE INDEX claims_worker ON claims (worker);
