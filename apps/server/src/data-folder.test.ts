import { spawnSync } from 'node:child_process'
import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { DATA_MARKER, prepareDataFolder } from './data-folder.ts'
import { SettingError } from './settings.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

/** A fault must not lock everybody out of the machine that runs these tests. */
vi.mock('node:fs', async importOriginal => {
  const fs = await importOriginal<typeof import('node:fs')>()
  const onlyTemporary =
    <T extends unknown[]>(change: (path: string, ...rest: T) => unknown) =>
    (path: string, ...rest: T) => {
      if (path.startsWith(tmpdir())) return change(path, ...rest)
      throw Object.assign(new Error(`${path} would have been changed.`), { code: 'EACCES' })
    }
  const { chmodSync, writeFileSync, mkdirSync } = fs
  return {
    ...fs,
    chmodSync: onlyTemporary(chmodSync as (path: string) => void),
    writeFileSync: onlyTemporary(writeFileSync as (path: string) => void),
    mkdirSync: onlyTemporary(mkdirSync as (path: string) => void),
  }
})

/** Makes a folder that others may open, with files in it. A name that ends with a slash is a folder. */
function folderWith(...names: readonly string[]): string {
  const path = join(temporaryFolder(), 'folder')
  mkdirSync(path, { mode: 0o755 })
  chmodSync(path, 0o755)
  for (const name of names) {
    if (name.endsWith('/')) mkdirSync(join(path, name))
    else writeFileSync(join(path, name), name, { mode: 0o644 })
  }
  return path
}

const modeOf = (path: string) => lstatSync(path).mode & 0o7777

function silently<T>(work: () => T): T {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  return work()
}

function makeFile(): string {
  const path = join(folderWith(), 'file')
  writeFileSync(path, '', { mode: 0o644 })
  return path
}

function makePipe(): string {
  const path = join(folderWith(), 'pipe')
  spawnSync('mkfifo', ['-m', '644', path])
  return path
}

function makeLink(target: string): string {
  const path = join(folderWith(), 'link')
  symlinkSync(target, path)
  return path
}

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  it.each([
    ['a file', makeFile],
    ['a pipe', makePipe],
    ['a device', () => '/dev/null'],
    ['a link to a file', () => makeLink(makeFile())],
    ['the root of the system', () => '/'],
    ['a folder of the system', () => '/etc'],
    ['a folder with a file of somebody else', () => folderWith('letter.txt')],
    ['a folder with a folder of somebody else', () => folderWith('photos/')],
    ['a file among names that do not count', () => folderWith('.hidden', 'lost+found/', 'letter.txt')],
    ['the home of an account without visible files', () => folderWith('.ssh/', '.cache/')],
    ['a repository without visible files', () => folderWith('.git/')],
    ['names like ours', () => folderWith('pictures/', 'uploads/', 'streams/', 'refrain.db-wal')],
    ['a folder with the name of the database', () => folderWith('refrain.db/')],
    ['a link to a folder of somebody else', () => makeLink(folderWith('letter.txt'))],
  ])('is not %s, which stays as it was', (_, make) => {
    const path = make()
    const look = () => [modeOf(path), statSync(path).mode, statSync(path).isDirectory() && readdirSync(path)]
    const before = look()
    expect(() => prepareDataFolder(path)).toThrow(SettingError)
    expect(() => prepareDataFolder(path)).toThrow(/DATA_DIR/)
    expect(look()).toEqual(before)
  })

  it.each([
    ['is empty', []],
    [
      'holds what an earlier version put there, which marked nothing',
      ['streams/', 'compiled/', 'pictures/', 'busy'],
    ],
    ['holds what a start of an earlier version left that failed', ['compiled/']],
    ['holds only what systems put there', ['lost+found/', '@eaDir/', '.Trash-1000/', '.DS_Store']],
  ])('is claimed if it %s', (_, names) => {
    const path = folderWith(...names)
    silently(() => prepareDataFolder(path))
    expect([modeOf(path), readdirSync(path)]).toEqual([0o700, expect.arrayContaining([DATA_MARKER])])
    // With other files, it is still the service's.
    writeFileSync(join(path, 'letter.txt'), '')
    prepareDataFolder(path)
  })

  it('is created with its parents', () => {
    const path = join(temporaryFolder(), 'not', 'there')
    prepareDataFolder(path)
    expect([modeOf(path), readdirSync(path)]).toEqual([0o700, [DATA_MARKER]])
  })

  it.each([['refrain.db'], ['app-password-key'], [DATA_MARKER]])('is known by the file %s', name => {
    const path = folderWith(name, 'letter.txt')
    silently(() => prepareDataFolder(path, [name]))
    expect([modeOf(path), modeOf(join(path, name)), readdirSync(path)]).toEqual([
      0o700,
      0o600,
      ['letter.txt', name].sort(),
    ])
  })

  it('changes no file that a link in it leads to', () => {
    const file = makeFile()
    const path = folderWith(DATA_MARKER)
    symlinkSync(file, join(path, 'refrain.db'))
    silently(() => prepareDataFolder(path, ['refrain.db']))
    expect(modeOf(file)).toBe(0o644)
  })
})
