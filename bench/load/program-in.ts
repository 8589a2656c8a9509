import { join } from 'node:path'
import { programPath } from '../../scripts/build.mjs'

/**
 * Path of a program of the server: the built one of this revision, or the source in the tree of a revision that is compared with
 * others.
 */
export const programIn = (tree: string | undefined, name: string): string =>
  tree === undefined ? programPath(name) : join(tree, `apps/server/src/bin/${name}.ts`)
