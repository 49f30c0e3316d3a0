import { integer, onOff, setting, url } from './setting.ts'

/** The database connections and their timeouts. */
export const DATABASE = {
  directDatabaseUrl: setting({
    variable: 'DIRECT_DATABASE_URL',
    meaning:
      'The server itself, where DATABASE_URL is a pooler such as PgBouncer: migrations, the start-up lock and notices about access need their own session. Empty: DATABASE_URL.',
    fallback: '',
    read: url('postgres:', 'postgresql:'),
  }),
  readDatabaseUrl: setting({
    variable: 'READ_DATABASE_URL',
    meaning:
      'A read replica (streaming standby) for lists, reports and exports. A read waits, at most `REPLICA_WAIT_MS`, until the replica has replayed everything committed before it. Otherwise it goes to the primary. Empty: none.',
    fallback: '',
    read: url('postgres:', 'postgresql:'),
  }),
  startWaitSeconds: setting({
    variable: 'START_WAIT_SECONDS',
    meaning:
      'Longest time a process that starts waits for another one that is starting on the same database (migrating, for example), in seconds. After that, the start fails with one line.',
    fallback: '120',
    read: integer(1, 86_400),
  }),
  replicaWaitMs: setting({
    variable: 'REPLICA_WAIT_MS',
    meaning:
      'Longest time a read waits for the replica to catch up before it goes to the primary, in milliseconds.',
    fallback: '100',
    read: integer(0, 10_000),
  }),
  preparedStatements: setting({
    variable: 'PREPARED_STATEMENTS',
    meaning:
      '`off` for a pooler in transaction mode that does not keep prepared statements (PgBouncer before 1.21). In transaction mode the pooler’s `connect_query` sets up the sessions; the service detects the mode at start and refuses with the line to add.',
    fallback: 'on',
    read: onOff,
  }),
  slowQueryMs: setting({
    variable: 'SLOW_QUERY_MS',
    meaning:
      'Statements that take longer than this, in milliseconds, are logged with their text, never with their values. 0: none.',
    fallback: '1000',
    read: integer(0, 3_600_000),
  }),
  poolSize: setting({
    variable: 'POOL_SIZE',
    meaning:
      'Database connections of one process. Each worker for large pay calls (at most 4) has up to 8 more.',
    fallback: '20',
    read: integer(2, 500),
  }),
  statementTimeoutMs: setting({
    variable: 'STATEMENT_TIMEOUT_MS',
    meaning: 'Longest time one SQL statement may take, in milliseconds.',
    fallback: '60000',
    read: integer(100, 3_600_000),
  }),
  lockTimeoutMs: setting({
    variable: 'LOCK_TIMEOUT_MS',
    meaning:
      'Longest time one SQL statement waits for a row that another request is changing, in milliseconds. A call with 10,000 pays locks its employees for some seconds.',
    fallback: '30000',
    read: integer(100, 3_600_000),
  }),
  idleTransactionTimeoutMs: setting({
    variable: 'IDLE_TRANSACTION_TIMEOUT_MS',
    meaning: 'PostgreSQL ends an open transaction after this time without a statement, in milliseconds.',
    fallback: '60000',
    read: integer(1000, 3_600_000),
  }),
  connectTimeoutMs: setting({
    variable: 'CONNECT_TIMEOUT_MS',
    meaning: 'Longest time to open a database connection, in milliseconds.',
    fallback: '5000',
    read: integer(100, 600_000),
  }),
  poolWaitMs: setting({
    variable: 'POOL_WAIT_MS',
    meaning:
      'Longest time a request waits for a free database connection, in milliseconds. After that, the request returns 503.',
    fallback: '10000',
    read: integer(100, 600_000),
  }),
  silenceTimeoutMs: setting({
    variable: 'SILENCE_TIMEOUT_MS',
    meaning:
      'If a statement gets no answer within this time, in milliseconds, the service checks on a new connection whether the database responds. If it does not (two attempts, `CONNECT_TIMEOUT_MS` each), requests return 503 until it does.',
    fallback: '5000',
    read: integer(100, 600_000),
  }),
  customerConnections: setting({
    variable: 'CUSTOMER_CONNECTIONS',
    meaning:
      'Database connections that the requests of one customer may use at the same time, in one process. Further requests wait, so that the rest of `POOL_SIZE` stays free for others.',
    fallback: '5',
    read: integer(1, 500),
  }),
  lockWaitMs: setting({
    variable: 'TURN_WAIT_MS',
    meaning:
      'Longest time a request waits for the company lock behind other pay calls of the same company, in milliseconds. It uses no database connection meanwhile. After that, the request returns 503.',
    fallback: '300000',
    read: integer(100, 3_600_000),
  }),
} as const
