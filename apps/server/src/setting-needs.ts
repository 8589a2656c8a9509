/** Settings, each with another one that it needs. */
const NEEDS = [
  ['BACKEND_URL', 'PUBLIC_URL'],
  ['BACKUP_EVERY', 'BACKUP_TARGET'],
  // Emails need a sender, and an origin for links.
  ['SMTP_URL', 'MAIL_FROM'],
  ['SMTP_URL', 'PUBLIC_URL'],
  // A single process has nobody to share with.
  ['REDIS_URL', 'DATABASE_URL'],
  ['SENDFILE', 'TRUSTED_PROXIES'],
  ['STORAGE', 'S3_ACCESS_KEY_ID'],
  ['STORAGE', 'S3_SECRET_ACCESS_KEY'],
] as const

/** Backups in a folder need no keys. */
const BUCKET_NEEDS = [
  ['BACKUP_TARGET', 'S3_ACCESS_KEY_ID'],
  ['BACKUP_TARGET', 'S3_SECRET_ACCESS_KEY'],
] as const

type Needed = (typeof NEEDS | typeof BUCKET_NEEDS)[number][1]
type Name = (typeof NEEDS)[number][0] | Needed

/** Of what others need. */
const EXAMPLES: Readonly<Record<Needed, string>> = {
  PUBLIC_URL: 'https://music.example.org',
  BACKUP_TARGET: '/mnt/backups',
  MAIL_FROM: 'music@example.org',
  DATABASE_URL: 'postgres://user:password@localhost/refrain',
  TRUSTED_PROXIES: '127.0.0.1',
  S3_ACCESS_KEY_ID: 'the-id-of-the-key',
  S3_SECRET_ACCESS_KEY: 'the-secret-of-the-key',
}

/** What a setting lacks, as a sentence with an example; undefined if all have what they need. */
export function findLacking(given: Readonly<Record<Name, string | number>>): string | undefined {
  const isInBucket = String(given.BACKUP_TARGET).startsWith('s3:')
  for (const [name, needed] of isInBucket ? [...NEEDS, ...BUCKET_NEEDS] : NEEDS) {
    if (given[name] && !given[needed])
      return `The setting ${name} needs ${needed} beside it, for example ${needed}=${EXAMPLES[needed]}.`
  }
  return undefined
}
