import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { initialSettings } from '@refrain/contract/administration/settings'
import { expect, it } from 'vitest'
import { listFiles, readFile, root } from './sources.ts'

it('documents every setting in docs/operating.md, and no others', () => {
  const settings = ['settings', 'scan-settings']
    .map(name => readFile(`apps/server/src/${name}.ts`))
    .join('\n')
  const known = Array.from(settings.matchAll(/^ {2}([A-Z][A-Z\d_]+): z\./gm), match => match[1])
  const documented = Array.from(
    readFile('docs/operating.md').matchAll(/^\| `([A-Z][A-Z\d_]+)` \|/gm),
    match => match[1],
  )
  expect(known.length).toBeGreaterThan(5)
  expect(documented.sort()).toEqual(known.sort())
})

it('names the settings that change without a restart in docs/operating.md', () => {
  const [, sentence = ''] =
    /Administrators change ([^.]*) without one under/s.exec(readFile('docs/operating.md')) ?? []
  const named = Array.from(sentence.matchAll(/`([A-Z_]+)`/g), match => match[1])
  const settings = Object.keys(initialSettings).map(name =>
    name.replaceAll(/[A-Z]/g, letter => `_${letter}`).toUpperCase(),
  )
  expect(named.toSorted()).toEqual(settings.toSorted())
})

it('warns against copying the database while the service runs', () => {
  expect(readFile('README.md')).toContain('not by copying the data folder while the service runs')
  expect(readFile('docs/operating.md')).toMatch(
    /## Back up\n\nNever copy the database file while the service runs/,
  )
})

it('names only npm scripts that exist in the README', () => {
  const { scripts } = JSON.parse(readFile('package.json')) as { scripts: Record<string, string> }
  const named = Array.from(readFile('README.md').matchAll(/npm (?:run )?(\w+)/g), match => match[1] as string)
  expect(named.filter(name => !(name in scripts))).toEqual([])
})

it('numbers each decision once, in its file name and its heading', () => {
  const files = listFiles('docs/decisions/*.md').map(path => basename(path))
  const numbers = files.map(name => name.slice(0, 3))
  expect(numbers).toEqual([...new Set(numbers)])
  for (const name of files)
    expect(readFile(`docs/decisions/${name}`)).toMatch(new RegExp(`^# ${name.slice(0, 3)} `))
})

it('names only files and folders that exist', () => {
  const documents = listFiles('*.md')
  expect(documents.length).toBeGreaterThan(10)
  const missing = documents.flatMap(document => {
    const text = readFile(document)
    const named = Array.from(
      text.matchAll(/`((?:apps|packages|journeys|bench|checks|scripts|docs)\/[\w./-]*)`/g),
    )
    const linked = Array.from(text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g), match =>
      join(dirname(document), match[1] as string),
    )
    return [...named.map(match => match[1] as string), ...linked]
      .filter(path => !existsSync(join(root, path)))
      .map(path => `${document}: ${path}`)
  })
  expect(missing).toEqual([])
})
