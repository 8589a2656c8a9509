import { resolve } from 'node:path'
import { OperatorError } from '../settings.ts'
import { folderTarget } from './repository/folder-target.ts'
import type { BackupTarget } from './repository/target.ts'

/**
 * Opens the place of backups.
 * @param place a folder
 * @throws OperatorError if none is named
 */
export function openTarget(place: string): BackupTarget {
  if (place === '')
    throw new OperatorError('Where to? Name a folder (npm run backup -- FOLDER), or set BACKUP_TARGET.')
  return folderTarget(resolve(place))
}
