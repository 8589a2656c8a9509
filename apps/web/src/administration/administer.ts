import { forgetMissingTracks, scanCollection } from '@refrain/contract/administration/collection'
import { type JobName, pauseJob, startBackup, startJob } from '@refrain/contract/administration/jobs'
import { addMusicFolder, removeMusicFolder } from '@refrain/contract/administration/music-folders'
import {
  createInvitation,
  createResetLink,
  deleteInvitation,
  deletePerson,
  signOutPerson,
  turnOffTotpOfPerson,
  updatePerson,
} from '@refrain/contract/administration/people'
import {
  removePlaylistFile,
  restorePlaylistFile,
  updatePlaylistOwner,
} from '@refrain/contract/administration/playlist-files'
import { updateLiveSetting } from '@refrain/contract/administration/settings'
import type { InputOf, Operation, OutputOf } from '@refrain/contract/operation'
import { readToken } from '../account/session.ts'
import { call } from '../api/call.ts'
import { configurationQuery } from '../api/configuration-query.ts'
import { queryClient } from '../api/query-client.ts'
import { revalidateAnswers } from '../api/revalidate.ts'
import { CallError } from '../api/send.ts'
import { administrationKey, liveSettingsQuery } from './administration-queries.ts'
import { expectWatchChange } from './collection-queries.ts'

/** Calls an administrative operation, and reads again what administrators see. */
async function change<Op extends Operation>(operation: Op, input: InputOf<Op>): Promise<OutputOf<Op>> {
  const token = await readToken()
  try {
    return await call(operation, input)
  } finally {
    void queryClient.invalidateQueries({ queryKey: administrationKey(token) })
  }
}

export const changePerson = (input: InputOf<typeof updatePerson>) => change(updatePerson, input)
export const signOut = (id: string) => change(signOutPerson, { id })
/** Creates a link for a new password. */
export const makeResetLink = (id: string) => change(createResetLink, { id })
export const turnOffTotp = (id: string) => change(turnOffTotpOfPerson, { id })
export const removePerson = (id: string) => change(deletePerson, { id })
export const invite = (input: InputOf<typeof createInvitation>) => change(createInvitation, input)
export const addFolder = (path: string) => change(addMusicFolder, { path })
export const removeFolder = (path: string) => change(removeMusicFolder, { path })
/** @param ownerId null for the service */
export const changePlaylistOwner = (id: string, ownerId: string | null) =>
  change(updatePlaylistOwner, { id, ownerId })
export const removeListOfCollection = (id: string) => change(removePlaylistFile, { id })
export const showListAgain = (id: string) => change(restorePlaylistFile, { id })
export const scan = () => change(scanCollection, {})
/** @param runId of the preview */
export const forgetMissing = (runId: string) => change(forgetMissingTracks, { runId })
export const changeJob = (input: InputOf<typeof pauseJob>) => change(pauseJob, input)
/** Runs a job now. */
export const runJob = (name: JobName) =>
  name === 'backups' ? change(startBackup, {}) : change(startJob, { name })
export const removeInvitation = (id: string) => change(deleteInvitation, { id })

/** @param value null sets it back */
export async function changeSetting(input: InputOf<typeof updateLiveSetting>): Promise<void> {
  const token = await readToken()
  const answer = await call(updateLiveSetting, input)
  // The configuration says the same.
  revalidateAnswers()
  if (input.name === 'watch') expectWatchChange()
  queryClient.setQueryData(liveSettingsQuery(token).queryKey, answer)
  void queryClient.invalidateQueries({ queryKey: administrationKey(token, 'collection') })
  await queryClient.invalidateQueries({ queryKey: configurationQuery.queryKey })
}

/** The server's words about a failure, if it has any. */
export function failureText(error: unknown, otherwise: string): string {
  const body = error instanceof CallError ? (error.body as { error?: unknown } | null | undefined) : undefined
  return typeof body?.error === 'string' ? body.error : otherwise
}
