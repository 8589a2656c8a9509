import { expect, it } from 'vitest'
import { readUserAgent } from './read-user-agent.ts'

const LINUX = 'Mozilla/5.0 (X11; Linux x86_64'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [`${LINUX}; rv:128.0) Gecko/20100101 Firefox/128.0`, 'Firefox', 'Linux'],
  [`${WINDOWS} ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [`${WINDOWS} ${WEBKIT} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`, 'Edge', 'Windows'],
  [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15`, 'Safari', 'macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0.6478.35 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPhone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${WEBKIT} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  [`${LINUX}) ${WEBKIT} HeadlessChrome/126.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
  ['curl/8.5.0', 'curl', ''],
  ['Feishin', 'Feishin', ''],
  ['<b>anything</b>', '', ''],
  ['Mozilla/5.0', '', ''],
  ['', '', ''],
])('reads %s', (userAgent, browser, system) => {
  expect(readUserAgent(userAgent)).toEqual({ browser, system })
})
