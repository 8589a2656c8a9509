import * as z from 'zod/mini'
import { countLimits, textLimits } from '../limits.ts'
import { operation } from '../operation.ts'
import { success } from '../values.ts'
import { folderList } from './set-up.ts'

const folder = z.string().check(z.maxLength(textLimits.folder.max))

export const browseFolders = operation({
  name: 'browseFolders',
  summary: `The folders in a folder of the server, to add one with music; without a path, those in which music may be. At most ${countLimits.folders}.`,
  method: 'POST',
  path: '/api/admin/collection/folders',
  who: 'administrator',
  caching: 'none',
  input: z.strictObject({ path: z.optional(folder) }),
  output: folderList,
})

/** The refusals to add a folder. */
export const MUSIC_IS_FIXED = 'MUSIC gives the folders, where the service is started: add it there.'
export const FOLDER_IS_KNOWN = 'The music in this folder is imported already.'
/** The refusal to remove one. */
export const FOLDER_IS_UNKNOWN = 'This is none of the folders of music.'

export const addMusicFolder = operation({
  name: 'addMusicFolder',
  summary:
    'Adds a folder of `browseFolders` to the folders of music, and starts an import. 409 if it is among them, if the environment gives them, or while an import runs.',
  method: 'POST',
  path: '/api/admin/collection/folders/add',
  who: 'administrator',
  caching: 'none',
  needsRecentSignIn: true,
  errors: { 409: FOLDER_IS_KNOWN },
  input: z.strictObject({ path: folder }),
  output: success,
})

export const removeMusicFolder = operation({
  name: 'removeMusicFolder',
  summary:
    'Takes a folder out of the folders of music. Its files and tracks stay. 409 if it is not among them, if the environment gives it, or while an import runs.',
  method: 'POST',
  path: '/api/admin/collection/folders/remove',
  who: 'administrator',
  caching: 'none',
  needsRecentSignIn: true,
  errors: { 409: FOLDER_IS_UNKNOWN },
  input: z.strictObject({ path: folder }),
  output: success,
})
