import { existsSync } from 'node:fs'
import { findProgram } from './find-program.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** Path of the browser for the journeys: CHROMIUM, or one found in PATH, or undefined. */
export function findChromium(env = process.env) {
  return [env.CHROMIUM, findProgram(NAMES, env), MAC].find(path => path && existsSync(path))
}

/**
 * Path of Chromium without a user interface, which takes a third less processor time; or undefined. CHROMIUM takes precedence,
 * so that one browser can be tested alone.
 */
export function findHeadlessShell(env = process.env) {
  return env.CHROMIUM ? undefined : findProgram(['chromium-headless-shell'], env)
}
