import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readInstalledPackages } from './installed-packages.mjs'

it('measures what is installed, each package without those inside it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-about-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const packages = {
    '': {},
    'apps/server': { name: '@refrain/server' },
    'node_modules/@refrain/server': { link: true },
    'node_modules/a': { version: '1.0.0', license: 'MIT' },
    'node_modules/a/node_modules/b': { version: '2.0.0', license: 'ISC' },
    'node_modules/c': { version: '3.0.0', license: 'MIT', dev: true },
    'node_modules/sharp': { version: '4.0.0', license: 'MIT' },
    'node_modules/of-another-machine': { version: '1.0.0', optional: true },
  }
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  put('package-lock.json', JSON.stringify({ packages }))
  put('node_modules/a/index.js', '12345')
  put('node_modules/a/node_modules/b/lib/index.js', '123')
  put('node_modules/c/index.js', '1')
  put('node_modules/sharp/index.js', '12')
  expect(readInstalledPackages(folder)).toEqual([
    { name: 'a', version: '1.0.0', license: 'MIT', needed: 'build', bytes: 5 },
    { name: 'b', version: '2.0.0', license: 'ISC', needed: 'build', bytes: 3 },
    { name: 'c', version: '3.0.0', license: 'MIT', needed: 'develop', bytes: 1 },
    { name: 'sharp', version: '4.0.0', license: 'MIT', needed: 'run', bytes: 2 },
  ])
})
