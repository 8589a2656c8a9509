import { chooseKept } from './keep-rule.ts'
import { readSnapshot } from './manifest.ts'
import type { Repository } from './repository.ts'

export interface Removed {
  readonly snapshots: number
  readonly chunks: number
}

/**
 * Removes snapshots that the rule does not keep, then chunks that no snapshot needs. Nobody else may write backups to the
 * same place meanwhile.
 * @throws OperatorError, and removes nothing, if a snapshot that stays cannot be read
 */
export async function removeOld(repository: Repository, rule: string): Promise<Removed> {
  const ids = await repository.listSnapshots()
  const kept = chooseKept(ids, rule)
  const needed = new Set<string>()
  for (const id of kept) for (const chunk of (await readSnapshot(repository, id)).chunks) needed.add(chunk)
  const old = ids.filter(id => !kept.has(id))
  for (const id of old) await repository.removeManifest(id)
  const unused = [...(await repository.listChunks())].filter(chunk => !needed.has(chunk))
  for (const chunk of unused) await repository.removeChunk(chunk)
  return { snapshots: old.length, chunks: unused.length }
}
