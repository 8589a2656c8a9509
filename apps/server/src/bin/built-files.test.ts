import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { buildStale, programPath } from '../../../../scripts/build.mjs'
import { findPrograms } from '../../find-programs.ts'

const IMPORT_ALL = `
  const failed = []
  for (const url of JSON.parse(process.argv[1]))
    await import(url).catch(error => failed.push(url + ': ' + error.message))
  console.log(JSON.stringify(failed))
  process.exit()`

it('can be loaded, each alone: what the service loads late may need what is loaded early', async () => {
  await buildStale(['service'])
  const folder = dirname(programPath('serve'))
  const programs = Object.keys(findPrograms(join(import.meta.dirname, '..')))
  const begun = Number(readFileSync(join(folder, '.built-from'), 'utf8').split('\n')[2])
  // Files of the build before are still there.
  const parts = readdirSync(folder)
    .filter(name => name.endsWith('.js') && !programs.includes(name.replace(/\.js$/, '')))
    .filter(name => statSync(join(folder, name)).mtimeMs >= begun)
  expect(parts.length).toBeGreaterThan(50)
  const urls = parts.map(name => pathToFileURL(join(folder, name)).href)
  const options = { encoding: 'utf8', timeout: 25_000 } as const
  const { stdout } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', IMPORT_ALL, JSON.stringify(urls)],
    options,
  )
  expect(JSON.parse(stdout)).toEqual([])
})
