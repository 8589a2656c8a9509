/** Names that a browser's own comes before: Edge calls itself Chrome and Safari as well. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|HeadlessChrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh|OS)?\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Other programs begin with their name: `Feishin/1.2`. */
const PRODUCT = /^([A-Za-z][A-Za-z0-9 ._-]{0,29})(?=\/|$)/

/** Browsers send less than 300 characters. */
const MAX_LENGTH = 500

/** Name of the browser or program, and of the system, as a listener recognises them; '' if unknown. */
export function readUserAgent(given: string): { browser: string; system: string } {
  const userAgent = given.slice(0, MAX_LENGTH)
  const known = findName(BROWSERS, userAgent)
  const product = PRODUCT.exec(userAgent)?.[1] ?? ''
  return {
    browser: known || (product === 'Mozilla' ? '' : product),
    system: findName(SYSTEMS, userAgent),
  }
}

const findName = (names: typeof BROWSERS, text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? ''
