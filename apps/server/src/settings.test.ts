import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readSettings, SettingError } from './settings.ts'

/** Of each setting what it must refuse, and what it must take. */
const TABLE: Readonly<Record<string, { wrong: readonly string[]; right: readonly string[] }>> = {
  PORT: { wrong: ['eighty', '-1', '65536', ' ', '1e3', '80\n81'], right: ['0', '8080'] },
  HOST: {
    wrong: ['not a host', 'http://localhost', ':', '::1%', '10.0.0.1:80', '-'],
    right: ['0.0.0.0', '::', 'fe80::1%eth0', 'localhost', 'nas.local'],
  },
  // Whether a folder or file can be used shows when it is opened: see serve.test.ts.
  DATA_DIR: { wrong: ['~', '~/data'], right: ['/srv/refrain'] },
  MUSIC: { wrong: ['~/Music'], right: ['/srv/music:/srv/more', 's3://bucket/music'] },
  MUSIC_ROOTS: { wrong: ['music', 's3://bucket/music', '/', '/srv/music:/'], right: ['/srv/music:/media'] },
  TAG_SEPARATORS: {
    wrong: [' ', 'a b c d e f g h i j k l m n o p q', 'separator'],
    right: [';', '; / vs.', 'none'],
  },
  TAG_WHOLE_NAMES: { wrong: ['a|'.repeat(1_001)], right: ['Nord/Sued', 'Nord/Sued|Ada; Bo'] },
  SORT_ARTICLES: { wrong: [' ', 'a '.repeat(65), 'unlikely-article'], right: ["The Die L'", 'none'] },
  TAG_CHARSET: {
    wrong: ['latin', 'utf-8', 'UTF-16LE', 'cp 1251'],
    right: ['windows-1251', 'Shift_JIS', 'gbk'],
  },
  SAMPLE: { wrong: ['yes', 'On'], right: ['on', 'off'] },
  SET_UP: { wrong: ['no', 'Off'], right: ['on', 'off'] },
  FCM_SERVICE_ACCOUNT: { wrong: ['~/account.json'], right: ['/srv/account.json'] },
  GOOGLE_CLIENT_ID: { wrong: [], right: ['1-a.apps.googleusercontent.com'] },
  DATABASE_URL: {
    wrong: [
      'mysql://localhost/x',
      'localhost',
      'postgres://h:99999/x',
      'postgres://%zz@h/x',
      'postgres://h/%zz',
      'postgres://h/x?sslrootcert=/nowhere/ca.pem',
    ],
    right: ['postgres://user:p%40ss@h:5432/x', 'postgresql:///x?host=/run/postgresql'],
  },
  PUBLIC_URL: {
    wrong: [
      'music',
      'ftp://a',
      'https://a/b//c',
      'https://a/b/../c',
      'https://a/./b',
      'https://a/b c',
      'https://a/%62',
      'https://a/größe',
      'https://a/b?c=1',
      'https://a/albums',
      'https://a/Search/b',
      'https://a/api/',
      `https://a/${'b'.repeat(100)}`,
      'https://a?b=1',
      'https://u:p@a',
      'https://',
      'http://a:99999',
    ],
    right: [
      'https://music.example.org',
      'http://192.168.1.2:3000/',
      'https://Music.example.org',
      'https://nas.example.org/music',
      'https://a/~ada/My_music-1.0/',
      'https://a:443',
    ],
  },
  BACKEND_URL: {
    wrong: ['api', 'https://a/b', 'http://a:99999', 'https://:', 'https://a#b'],
    right: ['https://api.example.org'],
  },
  ARTISTS_URL: { wrong: ['artists', 'javascript:alert(1)', 'https://'], right: ['https://a.example/b?c#d'] },
  CHAT_URL: { wrong: ['chat', 'data:,x', 'http://a:x'], right: ['https://chat.example/room'] },
  STREAM_CACHE: { wrong: ['63', 'x', '1.5', '-64'], right: ['64', '100000'] },
  STORAGE: {
    wrong: [
      'bucket',
      's3://',
      's3://a',
      's3://Bucket',
      's3://bucket//a',
      's3://bucket/a b',
      's3:bucket',
      'https://a/b',
    ],
    right: ['s3://bucket', 's3://my.bucket-1/a/b_c', 's3://bucket/a/'],
  },
  STORAGE_DELIVERY: { wrong: ['none', 'Proxy'], right: ['proxy', 'redirect'] },
  STORAGE_STREAMS: { wrong: ['63', 'x', '-64'], right: ['64', '100000'] },
  TRUSTED_PROXIES: {
    wrong: [
      'foo',
      'true',
      '10.0.0.0/33',
      '::/129',
      '10.0.0.0/8/8',
      '10.0.0.0/',
      '127.0.0.1,foo',
      '10.0.0',
      'toString',
    ],
    right: ['127.0.0.1, 10.0.0.0/8', '::1 fd00::/8', 'loopback'],
  },
  REDIS_URL: {
    wrong: ['redis', 'http://a', 'redis://', 'redis://%zz@a', 'redis://a/one'],
    right: ['redis://127.0.0.1:6379', 'rediss://user:p%40ss@a/2'],
  },
  WORKERS: { wrong: ['0', '-1', 'two', '1.5', '257'], right: ['1', '16'] },
  SENDFILE: { wrong: ['x-sendfile', 'yes'], right: ['x-accel-redirect'] },
  GOOGLE_ISSUER: {
    wrong: ['google', 'http://a', 'ftp://localhost'],
    right: ['https://a/b', 'http://localhost:8080'],
  },
  GOOGLE_PHOTO_HOST: { wrong: ['a/b', 'A B', '...', 'https://a'], right: ['photos.example.org'] },
  PUSH_HOSTS: { wrong: [',', 'a b!', 'x/y', '*'], right: ['*.example.org, push.example.org', '[::1]'] },
  SMTP_URL: {
    wrong: ['mail', 'http://a', 'smtp://', 'smtp://%zz@a', 'smtp://a:99999'],
    right: ['smtp://user:p%40ss@a:587', 'smtps://a?requireTLS=true'],
  },
  MAIL_FROM: {
    wrong: ['refrain', 'a@b, c@d', 'a@b\nBcc: c@d'],
    right: ['a@b.example', 'Refrain <a@b.example>'],
  },
  MAIL_GATHER_MINUTES: { wrong: ['-1', '1441', 'x'], right: ['0', '1440'] },
  SERVICE_NAME: { wrong: [' ', 'Music ', 'x'.repeat(31), 'a\nb'], right: ['Family Music', '音楽'] },
  SIGN_UP: { wrong: ['nobody', 'Open'], right: ['open', 'invitation', 'closed'] },
  WATCH: { wrong: ['yes', 'On'], right: ['on', 'off'] },
  COLLECTION_PLAYLISTS: { wrong: ['yes', '0'], right: ['on', 'off'] },
  SCAN_EVERY: { wrong: ['15', '0m', '15s', 'never'], right: ['15m', '24h', '7d', 'off'] },
  SCAN_QUIET_HOURS: { wrong: ['22-7', '24:00-07:00', '22:00'], right: ['22:00-07:30', '00:00-23:59'] },
  SCAN_WAKES_DISKS: { wrong: ['yes'], right: ['on', 'off'] },
  GUESTS: { wrong: ['on', 'Listen'], right: ['listen', 'off'] },
  LOG_FORMAT: { wrong: ['xml'], right: ['auto', 'json', 'text'] },
  LOG_LEVEL: { wrong: ['loud'], right: ['debug', 'info', 'warn', 'error'] },
  PROFILES: { wrong: ['nobody', 'Members'], right: ['everybody', 'members'] },
  S3_ENDPOINT: {
    wrong: ['s3', 'http://a', 'ftp://a'],
    right: ['https://s3.example.org', 'http://127.0.0.1:9000'],
  },
  S3_REGION: { wrong: ['a b', 'EU/1'], right: ['eu-central-1', 'auto'] },
  S3_ACCESS_KEY_ID: { wrong: [], right: ['AKIA'] },
  S3_SECRET_ACCESS_KEY: { wrong: [], right: ['secret'] },
  LISTENS_DAYS: { wrong: ['0', '-1', '1.5', '36501'], right: ['1', '3650'] },
  SUBSONIC: { wrong: ['yes', 'ON'], right: ['on', 'off'] },
  JSONP: { wrong: ['yes', 'ON'], right: ['on', 'off'] },
  APP_PASSWORD_KEY: { wrong: ['secret', 'a'.repeat(63)], right: ['a'.repeat(64), 'F0'.repeat(32)] },
  BACKUP_TARGET: {
    wrong: ['~/backups', 's3://', 's3:bucket', 's3://Bucket'],
    right: ['/mnt/backups', 's3://bucket/a'],
  },
  BACKUP_EVERY: { wrong: ['0h', '6', '6 h', '1w', 'daily'], right: ['30m', '6h', '1d'] },
  BACKUP_KEEP: { wrong: ['7', '7d 4w', '7h', 'all'], right: ['7d,4w,12m', '1y'] },
  BACKUP_PASSPHRASE: { wrong: [], right: ['correct horse'] },
  BACKUP_PASSPHRASE_FILE: { wrong: ['~/passphrase'], right: ['/etc/refrain/passphrase'] },
  RATE_LIMIT_SCALE: { wrong: ['x', '-1', ' ', 'Infinity', '0x10', '1e9', 'NaN'], right: ['0', '0.5', '20'] },
}

/** What other settings need beside them. */
const beside = {
  PUBLIC_URL: 'https://music.example.org',
  MAIL_FROM: 'mail@music.example.org',
  BACKUP_TARGET: '/mnt/backups',
  S3_ACCESS_KEY_ID: 'AKIA',
  S3_SECRET_ACCESS_KEY: 'secret',
  DATABASE_URL: 'postgres://127.0.0.1/refrain',
  TRUSTED_PROXIES: '127.0.0.1',
}

/** '' if the value is taken. */
function refusalOf(name: string, value: string): string {
  try {
    readSettings({ ...beside, [name]: value })
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe.each(Object.entries(TABLE))('%s', (name, { wrong, right }) => {
  it.each(wrong)('refuses %j in a line that names it', value => {
    const read = () => readSettings({ ...beside, [name]: value })
    expect(read).toThrow(SettingError)
    expect(read).toThrow(new RegExp(`^The setting ${name} cannot be .*docs/operating\\.md\\.$`, 's'))
  })

  if (wrong.length > 0)
    it('says in the refusal what it takes', () => {
      const message = refusalOf(name, wrong[0] as string)
      const [, allowed = ''] =
        /^The setting \w+ cannot be (?:".*"|what it is): it takes (.*)\. See docs/s.exec(message) ?? []
      const isTaken = (value: string) => refusalOf(name, value) === ''
      // A value that stands in the sentence, such as an example, a word of a list or the end of a range.
      const named = allowed.split(/,? (?!<)/).filter(each => /[^a-z]/.test(each) || right.includes(each))
      if (name === 'APP_PASSWORD_KEY') expect(allowed).toMatch(/^64 hexadecimal digits/)
      else expect(named.filter(isTaken)).not.toEqual([])
      // Settings with a few values name all of them.
      if (/^[\w-]+( or [\w-]+)*$/.test(allowed))
        expect(allowed.split(' or ').toSorted()).toEqual(right.toSorted())
    })

  it.each(right)('takes %j', value => {
    expect(() => readSettings({ ...beside, [name]: value })).not.toThrow()
  })
})

it('divides MUSIC into folders and places in buckets', () => {
  expect(readSettings({ MUSIC: '/srv/music:s3://bucket/a:/srv/more:s3://other' }).music).toEqual([
    '/srv/music',
    's3://bucket/a',
    '/srv/more',
    's3://other',
  ])
})

it('refuses STORAGE without the keys of the bucket', () => {
  expect(() => readSettings({ STORAGE: 's3://bucket' })).toThrow(
    'The setting STORAGE needs S3_ACCESS_KEY_ID beside it, for example S3_ACCESS_KEY_ID=the-id-of-the-key. See docs/operating.md.',
  )
})

it('refuses backups in a bucket without its keys', () => {
  expect(() => readSettings({ BACKUP_TARGET: 's3://bucket' })).toThrow(
    'The setting BACKUP_TARGET needs S3_ACCESS_KEY_ID beside it, for example S3_ACCESS_KEY_ID=the-id-of-the-key. See docs/operating.md.',
  )
})

it.each([
  ['BACKEND_URL', 'https://api.example.org', 'PUBLIC_URL'],
  ['BACKUP_EVERY', '6h', 'BACKUP_TARGET'],
  ['SMTP_URL', 'smtp://a', 'MAIL_FROM'],
  ['REDIS_URL', 'redis://a', 'DATABASE_URL'],
  ['SENDFILE', 'x-accel-redirect', 'TRUSTED_PROXIES'],
])('says what %s=%s needs, with an example that is taken', (name, value, needed) => {
  const { [needed]: _, ...others } = { ...beside, [name]: value } as Record<string, string>
  const said = new RegExp(`^The setting ${name} needs ${needed} beside it, for example ${needed}=(\\S+)\\. `)
  let message = ''
  try {
    readSettings(others)
  } catch (error) {
    ;({ message } = error as Error)
  }
  const [, example = ''] = said.exec(message) ?? []
  expect(() => readSettings({ ...others, [needed]: example })).not.toThrow()
})

it('keeps the path of PUBLIC_URL, without the slash at its end', () => {
  const { publicUrl } = readSettings({ PUBLIC_URL: 'https://NAS.example.org:443/Music/' })
  expect(publicUrl).toBe('https://nas.example.org/Music')
})

it.each(['DATABASE_URL', 'REDIS_URL', 'SMTP_URL'])('never shows the password that a wrong %s holds', name => {
  expect(() => readSettings({ ...beside, [name]: 'x://user:secret@host' })).toThrow(/^(?!.*secret)/)
})

it('has every documented setting in this table', () => {
  const guide = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8')
  const documented = Array.from(guide.matchAll(/^\| `([A-Z\d_]+)` \|/gm), ([, name]) => name)
  expect(Object.keys(TABLE).toSorted()).toEqual(documented.toSorted())
})
