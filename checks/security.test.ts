import { expect, it } from 'vitest'
import { readFile, readSources } from './sources.ts'

/** Items of levels 1 and 2 in each section of OWASP ASVS 5.0.0, without chapter 17: they are always the first ones. */
const ITEMS: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2 },
  ...{ '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  ...{ '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4 },
  ...{ '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
}
const STATES = ['met', 'partly', 'not met', 'not applicable', 'by the operator']

const rows = Array.from(
  readFile('docs/security.md').matchAll(/^\| (\d+\.\d+\.\d+[^|]*) \| ([^|]*) \| ([^|]*)\|$/gm),
  ([, items = '', state = '', heldBy = '']) => ({ items, state, heldBy: heldBy.trim() }),
)

/** `1.2.6 to 1.2.8, 1.3.8 words` as four items. */
function readItems(text: string): string[] {
  return Array.from(text.matchAll(/(\d+\.\d+)\.(\d+)(?: to \d+\.\d+\.(\d+))?/g)).flatMap(
    ([, section, first, last = first]) =>
      Array.from({ length: Number(last) - Number(first) + 1 }, (_, n) => `${section}.${Number(first) + n}`),
  )
}

it('docs/security.md assesses each item of the ASVS, levels 1 and 2, once', () => {
  const all = Object.entries(ITEMS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, n) => `${section}.${n + 1}`),
  )
  expect(rows.flatMap(({ items }) => readItems(items)).toSorted()).toEqual(all.toSorted())
})

it('docs/security.md says what holds each item that is met', () => {
  expect(rows.filter(({ state }) => !STATES.includes(state))).toEqual([])
  expect(rows.filter(({ state, heldBy }) => /^(met|partly)$/.test(state) && heldBy === '')).toEqual([])
})

/** What no program of ours may use, and the files that have a reason to. */
const FORBIDDEN: readonly (readonly [what: string, pattern: RegExp, allowed: readonly string[]])[] = [
  ['a shell', /import \{[^}]*\bexec(Sync)?\b[^}]*\} from 'node:child_process'|\bshell: true/, []],
  ['code made of text', /\beval\(|\bnew Function\(|from 'node:vm'/, []],
  ['a statement made of text', /\bsql\.raw\(|CompiledQuery\.raw\(/, ['apps/server/src/database/migrate.ts']],
  [
    'an expression made of text',
    /\bnew RegExp\(/,
    [
      // Our own routes, screens and constants.
      'apps/server/src/http/errors/allowed-methods.ts',
      'apps/server/src/pages/screens.ts',
      'apps/server/src/pages/read-build.ts',
      'packages/contract/src/fold-for-search.ts',
      'apps/web/service-worker/renew-subscription.ts',
      // Separators that the operator sets, escaped.
      'packages/audio/src/tags/names/name-rule.ts',
    ],
  ],
  [
    'a weak hash',
    /['"](md5|sha-?1)['"]/i,
    [
      // The protocol of apps asks for it: decision 065.
      'apps/server/src/account/app-keys/app-keys.ts',
      // The format of FLAC files asks for it.
      'packages/audio/src/encode/encode-flac-file.ts',
      // Codes of authenticator apps (RFC 6238): all of them support only this one.
      'apps/server/src/account/totp/totp.ts',
    ],
  ],
  ['a connection to anybody', /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/, []],
  ['a lenient HTTP parser', /insecureHTTPParser/, []],
  // Apps store the file under a name that is made up of titles.
  ['a name for downloads', /content-disposition/i, ['apps/server/src/subsonic/calls/media.ts']],
]

it.each(FORBIDDEN)('no program uses %s', (_what, pattern, allowed) => {
  const programs = readSources().filter(
    ({ path }) => /^(apps|packages)\//.test(path) && !path.includes('/testing/'),
  )
  const found = programs.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
  expect(found.toSorted()).toEqual(allowed.toSorted())
})
