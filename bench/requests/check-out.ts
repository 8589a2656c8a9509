import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/runtime.mjs'

const OWN_SCOPE = '@refrain'

/**
 * Checks out a revision into `folder`, with the packages that its lockfile names: links to ours if those are the same.
 * @returns removes it
 */
export function checkOut(revision: string, folder: string): () => void {
  const remove = () => {
    execFileSync('git', ['worktree', 'remove', '--force', folder], { cwd: root })
  }
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', folder, revision], { cwd: root })
  try {
    if (hasOurPackages(folder)) linkPackages(folder)
    else execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
    return remove
  } catch (error) {
    remove()
    throw error
  }
}

const hasOurPackages = (folder: string) => readLockfile(folder).equals(readLockfile(root))
const readLockfile = (tree: string) => readFileSync(join(tree, 'package-lock.json'))

/** Not one link to all of them: our own packages must be those of the revision. */
function linkPackages(folder: string): void {
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')]
  mkdirSync(join(to, OWN_SCOPE), { recursive: true })
  for (const name of readdirSync(from)) {
    if (name !== OWN_SCOPE && !name.startsWith('.'))
      symlinkSync(realpathSync(join(from, name)), join(to, name))
  }
  for (const group of ['packages', 'apps']) {
    for (const name of readdirSync(join(folder, group))) {
      const workspace = join(folder, group, name)
      if (existsSync(join(workspace, 'package.json'))) symlinkSync(workspace, join(to, OWN_SCOPE, name))
    }
  }
}
