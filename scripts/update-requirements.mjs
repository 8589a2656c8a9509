// Writes the links to tests into docs/requirements: node scripts/update-requirements.mjs
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'docs/requirements')
const MAX_LINKS = 3
/** `ENG-03` or `STO-12 to STO-18`. */
const ID = /\b([A-Z]{2,5})-(\d{2,3})\b(?: to \1-(\d{2,3})\b)?/g

/** Test files by requirement id. */
function findTests() {
  const found = new Map()
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const path of listed.split('\n').filter(Boolean).sort()) {
    for (const [, area, first, last = first] of readFileSync(join(root, path), 'utf8').matchAll(ID))
      for (let number = Number(first); number <= Number(last); number++) {
        const id = `${area}-${String(number).padStart(2, '0')}`
        found.set(id, (found.get(id) ?? new Set()).add(path))
      }
  }
  return found
}

const tests = findTests()
for (const name of readdirSync(folder)) {
  const path = join(folder, name)
  const text = readFileSync(path, 'utf8').replace(
    /^\| ([A-Z]+-\d{2,3}) \| (.*?) \|.*$/gm,
    (_row, id, sentence) => {
      const paths = [...(tests.get(id) ?? [])]
      const links = paths.slice(0, MAX_LINKS).map(test => `[${basename(test)}](../../${test})`)
      if (paths.length > MAX_LINKS) links.push(`${paths.length - MAX_LINKS} more`)
      return `| ${id} | ${sentence} | ${links.join(', ')} |`
    },
  )
  writeFileSync(path, text)
}
