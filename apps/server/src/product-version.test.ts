import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readRevision } from './product-version.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

const AUTHOR = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']

function makeCheckout(): { folder: string; git(...args: string[]): string } {
  const folder = temporaryFolder()
  const git = (...args: string[]) =>
    execFileSync('git', [...AUTHOR, ...args], { cwd: folder, encoding: 'utf8' }).trim()
  git('init', '--quiet')
  writeFileSync(join(folder, 'package.json'), '{}')
  git('add', '.')
  git('commit', '--quiet', '--message', 'first')
  return { folder, git }
}

it('the revision of a checkout is its commit, wherever Git has put the name', () => {
  const { folder, git } = makeCheckout()
  const revision = git('rev-parse', '--short=12', 'HEAD')
  expect(readRevision(folder)).toBe(revision)
  git('pack-refs', '--all')
  expect(readRevision(folder)).toBe(revision)
  const other = join(temporaryFolder(), 'other')
  git('worktree', 'add', '--quiet', other)
  expect(readRevision(other)).toBe(revision)
  git('checkout', '--quiet', '--detach')
  expect(readRevision(folder)).toBe(revision)
})

it('the revision of a package is what its file says', () => {
  const { folder, git } = makeCheckout()
  const manifest = (text: object) => writeFileSync(join(folder, 'package.json'), JSON.stringify(text))
  manifest({ packaged: true, revision: '0123456789ab' })
  expect(readRevision(folder)).toBe('0123456789ab')
  // A package in somebody's repository is not part of it.
  for (const revision of ['', undefined, '<script>']) {
    manifest({ packaged: true, revision })
    expect(readRevision(folder)).toBe('')
  }
  manifest({})
  expect(readRevision(folder)).toBe(git('rev-parse', '--short=12', 'HEAD'))
})

it('there is none without Git', () => {
  const { folder } = makeCheckout()
  rmSync(join(folder, '.git'), { recursive: true })
  expect(readRevision(folder)).toBe('')
})
