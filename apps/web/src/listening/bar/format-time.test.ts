import { expect, it } from 'vitest'
import { formatTime, speakTime, timeDisplay } from './format-time.ts'

it.each([
  [0, '0:00'],
  [9.99, '0:09'],
  [61, '1:01'],
  [3725, '62:05'],
])('shows %d seconds as %s (READ-57)', (seconds, text) => {
  expect(formatTime(seconds)).toBe(text)
})

it('shows __:__ while idle, else elapsed and duration (BAR-05, READ-57)', () => {
  expect(timeDisplay(true, 0, 0)).toBe('__:__')
  expect(timeDisplay(false, 0, 185)).toBe('0:00 / 3:05')
  expect(timeDisplay(false, 80.4, 185)).toBe('1:20 / 3:05')
})

it.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [60, '1 minute'],
  [80, '1 minute 20 seconds'],
  [125, '2 minutes 5 seconds'],
])('speaks %d seconds as "%s"', (seconds, text) => {
  expect(speakTime(seconds)).toBe(text)
})
