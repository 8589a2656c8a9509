import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The operator's ffmpeg, if one is installed. */
export function findFfmpeg(path = process.env.PATH ?? ''): string | undefined {
  const name = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg'
  return path
    .split(delimiter)
    .filter(Boolean)
    .map(folder => join(folder, name))
    .find(file => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}
