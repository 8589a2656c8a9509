import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/** The version of the service, as its package says. */
export const PRODUCT_VERSION: string = version

const REVISION_LENGTH = 12

/** The commit that the service was built from, abbreviated; '' if nothing says it. */
export const PRODUCT_REVISION = readRevision(fileURLToPath(new URL('../../..', import.meta.url)))

/** @param folder with `package.json`, which names the revision in an installed package; elsewhere Git's files do */
export function readRevision(folder: string): string {
  try {
    const { packaged, revision } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const found = packaged ? String(revision) : readHead(findGitFolder(join(folder, '.git')))
    return /^[\da-f]{12,}$/.test(found) ? found.slice(0, REVISION_LENGTH) : ''
  } catch {
    return ''
  }
}

/** In a further working tree, a file says where the folder is. */
function findGitFolder(path: string): string {
  try {
    return resolve(path, '..', /^gitdir: (.*)$/m.exec(readFileSync(path, 'utf8'))?.[1] ?? '')
  } catch {
    return path
  }
}

/** The programs of Git may be missing, and refuse a folder of another account. */
function readHead(git: string): string {
  const head = readFileSync(join(git, 'HEAD'), 'utf8').trim()
  const branch = /^ref: (.*)$/.exec(head)?.[1]
  if (branch === undefined) return head
  const shared = resolve(git, readIfThere(join(git, 'commondir')).trim())
  const packed = readIfThere(join(shared, 'packed-refs')).split('\n')
  return (
    readIfThere(join(shared, branch)).trim() ||
    (packed.find(line => line.endsWith(` ${branch}`))?.split(' ')[0] ?? '')
  )
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
