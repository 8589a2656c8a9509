import { expect, it } from 'vitest'
import { listFiles, readFile } from './sources.ts'

/** Requests of the pages that may take long or fail without a sign, and why. */
const UNSEEN: Readonly<Record<string, string>> = {
  'apps/web/src/api/connection.ts': 'it finds out whether there is a connection, and shows that',
  'apps/web/src/account/live-updates/read-live-updates.ts': 'it stays open, and is opened again by itself',
  'apps/web/src/ui/loading/new-build.ts': 'nobody waits for the news of a new build',
}

it('shows every request of the pages that fails or takes long', () => {
  const files = ['apps/web/src/**/*.ts', 'apps/web/src/**/*.tsx']
    .flatMap(pattern => listFiles(pattern))
    .filter(path => !/\.test\.|\/testing\//.test(path))
  const unseen = files.filter(path => {
    const text = readFile(path)
    const others = text.replace(/watchRequest\(\s*fetch\(/g, '')
    return /(?<![\w.#])fetch\(|new XMLHttpRequest|new EventSource|sendBeacon\(/.test(others)
  })
  expect(unseen.toSorted()).toEqual(Object.keys(UNSEEN).toSorted())
})
