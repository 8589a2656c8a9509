import { OperatorError } from '../../settings.ts'
import { chooseKept } from './keep-rule.ts'
import { readSnapshot } from './manifest.ts'
import type { Repository } from './repository.ts'

interface RemoveOptions {
  /** Snapshot that was just made: stays whatever the rule says, since the clock may have been ahead at an earlier one. */
  readonly made?: string
  /** Stops it, for example when another process has taken over. */
  readonly signal?: AbortSignal
}

export interface Removed {
  readonly snapshots: number
  readonly chunks: number
}

/**
 * Removes snapshots that the rule does not keep, then chunks that no snapshot needs. Call it within `runAlone`: nobody may
 * write backups to the same place meanwhile.
 * @throws OperatorError, and removes nothing, if the place has become another service's, a snapshot that stays cannot be
 * read, or the made one is not listed
 */
export async function removeOld(
  repository: Repository,
  rule: string,
  { made, signal }: RemoveOptions = {},
): Promise<Removed> {
  await repository.checkOwner()
  const ids = await repository.listSnapshots()
  const kept = chooseKept(ids, rule)
  if (made !== undefined) {
    // Chunks of snapshots that are not listed would be removed.
    if (!ids.includes(made)) {
      throw new OperatorError(`${repository.target.label} does not list ${made}: nothing was removed.`)
    }
    kept.add(made)
  }
  const needed = new Set<string>()
  for (const id of kept) for (const chunk of (await readSnapshot(repository, id)).chunks) needed.add(chunk)
  const old = ids.filter(id => !kept.has(id))
  for (const id of old) {
    signal?.throwIfAborted()
    await repository.removeManifest(id)
  }
  const unused = [...(await repository.listChunks())].filter(chunk => !needed.has(chunk))
  for (const chunk of unused) {
    signal?.throwIfAborted()
    await repository.removeChunk(chunk)
  }
  return { snapshots: old.length, chunks: unused.length }
}
