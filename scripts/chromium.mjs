import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** Path of the browser for the journeys: CHROMIUM, or what PATH holds; undefined where there is none. */
export function findChromium(env = process.env) {
  const candidates = (env.PATH ?? '')
    .split(delimiter)
    .flatMap(folder => NAMES.map(name => join(folder, name)))
  return [env.CHROMIUM, ...candidates, MAC].find(path => path && existsSync(path))
}
