import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './sources.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

it('documents every setting in docs/operating.md, and none that is gone', () => {
  const settings = read('apps/server/src/settings.ts')
  const known = Array.from(settings.matchAll(/^ {2}([A-Z][A-Z_]+): z\./gm), match => match[1])
  const documented = Array.from(
    read('docs/operating.md').matchAll(/^\| `([A-Z][A-Z_]+)` \|/gm),
    match => match[1],
  )
  expect(known.length).toBeGreaterThan(5)
  expect(documented.sort()).toEqual(known.sort())
})

it('warns against copying the database while the service runs', () => {
  expect(read('README.md')).toContain('not by copying it while the service runs')
  expect(read('docs/operating.md')).toMatch(
    /## Back up\n\nNever copy the database file while the service runs/,
  )
})

it('names in the README only commands that exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = Array.from(read('README.md').matchAll(/npm (?:run )?(\w+)/g), match => match[1] as string)
  expect(named.filter(name => !(name in scripts))).toEqual([])
})

it('gives each decision a number of its own, the one its heading tells', () => {
  const files = readdirSync(join(root, 'docs/decisions')).filter(name => name.endsWith('.md'))
  const numbers = files.map(name => name.slice(0, 3))
  expect(numbers).toEqual([...new Set(numbers)])
  for (const name of files)
    expect(read(`docs/decisions/${name}`)).toMatch(new RegExp(`^# ${name.slice(0, 3)} `))
})

it('names only files and folders that exist', () => {
  const documents = listDocuments()
  expect(documents.length).toBeGreaterThan(10)
  const missing = documents.flatMap(document => {
    const text = read(document)
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

/** Every Markdown file of the repository. */
function listDocuments(): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed.split('\n').filter(path => path && existsSync(join(root, path)))
}
