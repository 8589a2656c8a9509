import { existsSync } from 'node:fs'
import { findProgram } from './find-program.mjs'

/** Debian keeps the browser beside the library, outside of PATH. */
const BROWSERS = ['x86_64', 'aarch64'].map(
  machine => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
)

/** Shown if the journeys cannot run in WebKit. */
export const WEBKIT_ADVICE =
  'The journeys need WebKitGTK with its driver, and a virtual screen: install them (Debian: apt-get install webkit2gtk-driver xvfb gstreamer1.0-plugins-good gstreamer1.0-plugins-bad gstreamer1.0-libav gstreamer1.0-pulseaudio). WEBKIT may hold the path of MiniBrowser.'

/** Paths of the browser (WEBKIT, or Debian's), its driver and a virtual screen; undefined if one is missing. */
export function findWebKit(env = process.env) {
  const browser = [env.WEBKIT, ...BROWSERS].find(path => path && existsSync(path))
  const driver = findProgram(['WebKitWebDriver'], env)
  const screen = findProgram(['Xvfb'], env)
  return browser && driver && screen ? { browser, driver, screen } : undefined
}
