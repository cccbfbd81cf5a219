import { blobsSettings } from '../platform/blobs/setup/settings.ts'
import { backupSettings } from '../backup/settings.ts'
import { blockedExtensionsDefault } from '../files/item/blocked-extensions.ts'
import {
  choice,
  host,
  list,
  mailbox,
  origin,
  path,
  port,
  postgresUrl,
  secretKeys,
  url,
  wholeNumber,
} from '../platform/config/reading.ts'
import { setting } from '../platform/config/setting.ts'
import { trustedProxies } from '../platform/http/trusted-proxies.ts'
import { tracingSettings } from '../platform/tracing/settings.ts'

const fromHostAndPort = 'from host and port'

/** Every variable that Bureau reads: the generated reference has them in this order. */
export const settings = {
  data: setting('BUREAU_DATA', {
    reading: path,
    otherwise: 'data',
    default: '`./data`',
    meaning:
      'Data directory of the installation, for the server and for commands. `--data` takes precedence.',
  }),
  host: setting('BUREAU_HOST', {
    reading: host,
    otherwise: '127.0.0.1',
    meaning: 'Address to listen on. 0.0.0.0 or :: listens on all of them.',
  }),
  gatewayPort: setting('BUREAU_GATEWAY_PORT', {
    reading: port,
    otherwise: 8080,
    meaning: 'Port of the gateway. 0 picks any free port, as for the other ports.',
  }),
  filesPort: setting('BUREAU_FILES_PORT', {
    reading: port,
    otherwise: 8081,
    meaning: 'Port of the files API, share links, and account pages.',
  }),
  smsPort: setting('BUREAU_SMS_PORT', { reading: port, otherwise: 8082, meaning: 'Port of the SMS API.' }),
  phonesPort: setting('BUREAU_PHONES_PORT', {
    reading: port,
    otherwise: 8083,
    meaning: 'Port that phones connect to.',
  }),
  gatewayUrl: setting('BUREAU_GATEWAY_URL', {
    reading: origin,
    otherwise: undefined,
    default: fromHostAndPort,
    meaning: 'Public origin of the gateway.',
  }),
  filesUrl: setting('BUREAU_FILES_URL', {
    reading: origin,
    otherwise: undefined,
    default: fromHostAndPort,
    meaning: 'Public origin of files, used in share links and mails.',
  }),
  filesUpstream: setting('BUREAU_FILES_UPSTREAM', {
    reading: origin,
    otherwise: undefined,
    default: '`BUREAU_FILES_URL`',
    meaning:
      'Address of the files role for a gateway in its own process, like http://10.0.0.7:8081. Links keep `BUREAU_FILES_URL`. ' +
      'See docs/proxies.md.',
  }),
  smsUrl: setting('BUREAU_SMS_URL', {
    reading: origin,
    otherwise: undefined,
    default: fromHostAndPort,
    meaning: 'Public origin of the SMS API.',
  }),
  phonesUrl: setting('BUREAU_PHONES_URL', {
    reading: origin,
    otherwise: undefined,
    default: fromHostAndPort,
    meaning: 'Public origin for phones.',
  }),
  tlsCert: setting('BUREAU_TLS_CERT', {
    reading: path,
    otherwise: undefined,
    default: 'none: plain http, or a proxy in front',
    meaning:
      'PEM file with the certificate chain; every origin then serves https. Needs `BUREAU_TLS_KEY`. SIGHUP reloads both: ' +
      'docs/rolling-restarts.md.',
  }),
  tlsKey: setting('BUREAU_TLS_KEY', {
    reading: path,
    otherwise: undefined,
    default: 'none',
    meaning: 'PEM file with the key of the certificate.',
  }),
  trustedProxies: setting('BUREAU_TRUSTED_PROXIES', {
    reading: trustedProxies,
    otherwise: 0,
    meaning:
      'Proxies whose `X-Forwarded-For` names the client: their addresses, or their number in a row on this machine and its ' +
      'own network. See docs/proxies.md.',
  }),
  connectionsMax: setting('BUREAU_CONNECTIONS_MAX', {
    reading: wholeNumber(16, 1_000_000),
    otherwise: undefined,
    default: '10000, or fewer if the process may open too few files (`ulimit -n`)',
    meaning:
      'Maximum client connections of one process, on all its origins together. Beyond it, idle connections are closed first, ' +
      'then new ones. Each may need two files; 256 are reserved for the database, commands, operations, and webhooks.',
  }),
  connectionsPerAddressMax: setting('BUREAU_CONNECTIONS_PER_ADDRESS_MAX', {
    reading: wholeNumber(1, 1_000_000),
    otherwise: undefined,
    default: '1000, or a quarter of all if that is less',
    meaning:
      'Maximum connections from one IPv4 address or IPv6 /64. Trusted proxies, this machine, and gateways of the installation count ' +
      'only in `BUREAU_CONNECTIONS_MAX`.',
  }),
  drainSeconds: setting('BUREAU_DRAIN_SECONDS', {
    reading: wholeNumber(0, 3600),
    otherwise: 3,
    meaning:
      'How long a process still accepts requests after SIGTERM, while `/readyz` answers 503 and answers end their connections, ' +
      'so that a load balancer uses another process. Ctrl-C stops at once. See docs/rolling-restarts.md.',
  }),
  operationsHost: setting('BUREAU_OPERATIONS_HOST', {
    reading: host,
    otherwise: '127.0.0.1',
    meaning:
      'Address for `/livez`, `/readyz`, and `/metrics`. They require no key: never use a public address.',
  }),
  operationsPort: setting('BUREAU_OPERATIONS_PORT', {
    reading: port,
    otherwise: undefined,
    default: '`8084`, or any free port if that is taken',
    meaning: 'Port for `/livez`, `/readyz`, and `/metrics`.',
  }),
  databaseUrl: setting('DATABASE_URL', {
    reading: postgresUrl,
    otherwise: undefined,
    default: 'embedded',
    meaning: 'PostgreSQL 15 or later. Without it, Bureau runs its own PostgreSQL in the data directory.',
    secret: true,
  }),
  databaseConnections: setting('BUREAU_DATABASE_CONNECTIONS', {
    reading: wholeNumber(2, 200),
    otherwise: 10,
    meaning:
      'Maximum connections for requests and jobs of one process; its queues use a few more. Heavy statements use at most ' +
      'half of them, divided fairly among workspaces in each process.',
  }),
  ...blobsSettings,
  ...backupSettings,
  redisUrl: setting('REDIS_URL', {
    reading: url(['redis', 'rediss']),
    otherwise: undefined,
    default: 'in memory',
    meaning:
      'Redis or Valkey for the rate limit counters. Required as soon as a second process runs. It needs no disk: days are ' +
      'kept in PostgreSQL too. See docs/redis.md.',
    secret: true,
  }),
  smtpUrl: setting('BUREAU_SMTP_URL', {
    reading: url(['smtp', 'smtps']),
    otherwise: undefined,
    default: 'outbox: mails are kept and shown by `bureau mail list`',
    meaning: 'Server for outgoing mail, like smtps://name:password@mail.example.com. See docs/mail.md.',
    secret: true,
  }),
  mailFrom: setting('BUREAU_MAIL_FROM', {
    reading: mailbox,
    otherwise: undefined,
    default: 'none',
    meaning: 'Sender of every mail. Required with `BUREAU_SMTP_URL`.',
  }),
  phoneAlertsTo: setting('BUREAU_PHONE_ALERTS_TO', {
    reading: list('addresses', /^[^\s<>,;"@]{1,64}@[^\s<>,;"@]{1,255}$/, 20),
    otherwise: [],
    default: 'none',
    meaning:
      'Addresses that get a mail when an Android phone is silent for eleven minutes, and one when it is back. ' +
      'See docs/phones.md.',
  }),
  secretKeys: setting('BUREAU_SECRET_KEY', {
    reading: secretKeys,
    otherwise: undefined,
    default: 'a file created at the first start, mode 0600',
    meaning:
      'Keys that encrypt stored secrets, the active one first. The others only decrypt. A server whose keys cannot decrypt ' +
      'the stored secrets does not start.',
    secret: true,
  }),
  webhookAllowHosts: setting('BUREAU_WEBHOOK_ALLOW_HOSTS', {
    reading: list('host names', /^[a-z0-9_.:[\]-]{1,253}$/, 100),
    otherwise: [],
    default: 'none',
    meaning: 'Hosts that webhooks may reach at private addresses. For tests.',
  }),
  blockedExtensions: setting('BUREAU_BLOCKED_EXTENSIONS', {
    reading: list('extensions without dot', /^[a-z0-9]{1,16}$/, 500),
    otherwise: blockedExtensionsDefault,
    default: blockedExtensionsDefault.join(' '),
    meaning: 'Refused file extensions, anywhere in the name (`a.php.png`). Replaces the default.',
  }),
  organizationsMax: setting('BUREAU_ORGANIZATIONS_MAX', {
    reading: wholeNumber(0, 1_000_000),
    otherwise: 10,
    meaning: 'Maximum organizations that one user owns.',
  }),
  workspaceItemsMax: setting('BUREAU_WORKSPACE_ITEMS_MAX', {
    reading: wholeNumber(1, Number.MAX_SAFE_INTEGER),
    otherwise: 10_000_000,
    meaning: 'Maximum files and folders in one workspace.',
  }),
  bytesInFlightMax: setting('BUREAU_BYTES_IN_FLIGHT_MAX', {
    reading: wholeNumber(1, Number.MAX_SAFE_INTEGER),
    otherwise: 200 * 1024 ** 3,
    meaning: 'Total bytes of the open chunked uploads of one user; 200 GB by default.',
  }),
  uploadBytesPerSecondMin: setting('BUREAU_UPLOAD_BYTES_PER_SECOND_MIN', {
    reading: wholeNumber(0, 1024 ** 2),
    otherwise: 2000,
    meaning:
      'Minimum bytes a second of an upload or other body, over half a minute. Slower requests are ended, because they hold resources that others wait for.',
  }),
  auditDays: setting('BUREAU_AUDIT_DAYS', {
    reading: wholeNumber(1, 36_500),
    otherwise: 365,
    meaning: 'Days that entries of the audit log are kept; `bureau audit list` shows them.',
  }),
  requestLogDays: setting('BUREAU_REQUEST_LOG_DAYS', {
    reading: wholeNumber(0, 365),
    otherwise: 7,
    meaning:
      'Days that entries of the request log are kept; `bureau requests list` shows them. 0 records no requests.',
  }),
  messageDays: setting('BUREAU_MESSAGE_DAYS', {
    reading: wholeNumber(31, 36_500),
    otherwise: 36_500,
    meaning: 'Days that sent and received text messages are kept; the default keeps them indefinitely.',
  }),
  logLevel: setting('BUREAU_LOG_LEVEL', {
    reading: choice(['debug', 'info', 'warn', 'error']),
    otherwise: 'info',
    meaning: 'Lowest level in the log on standard error, which is JSON or, on a terminal, readable lines.',
  }),
  logAddresses: setting('BUREAU_LOG_ADDRESSES', {
    reading: choice(['on', 'off']),
    otherwise: 'on',
    meaning: 'Whether log lines of requests have the address of the client.',
  }),
  ...tracingSettings,
}
