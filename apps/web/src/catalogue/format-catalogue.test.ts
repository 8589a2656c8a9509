import { describe, expect, it } from 'vitest'
import {
  albumYears,
  dayMonthYear,
  followerCount,
  parseDuration,
  playCount,
  songCount,
  totalTime,
  yearOf,
} from './format-catalogue.ts'

describe('format-catalogue', () => {
  it('formats a number of songs (ALB-06, PROP-40)', () => {
    expect([0, 1, 12, 1234].map(songCount)).toEqual(['0 songs', '1 song', '12 songs', '1,234 songs'])
  })

  it('formats a number of followers (ART-02)', () => {
    expect([0, 1, 12345].map(followerCount)).toEqual(['0 followers', '1 follower', '12,345 followers'])
  })

  it('formats a number of plays (PROP-01)', () => {
    expect([0, 1, 12345].map(playCount)).toEqual(['0 plays', '1 play', '12,345 plays'])
  })

  it.each([
    [[], '0 hr 0 min'],
    [['17:30', '17:59'], '0 hr 35 min'],
    [['59:59', '0:01'], '1 hr 0 min'],
    [['75:10', '60:00'], '2 hr 15 min'],
  ])('sums %j to %s (ALB-07, PROP-40)', (durations, text) => {
    expect(totalTime(durations.map(duration => ({ duration })))).toBe(text)
  })

  it.each([
    ['3:05', 185],
    ['62:05', 3725],
    ['1:02:05', 3725],
    ['', 0],
    ['soon', 0],
  ])('reads the duration "%s" as %d seconds', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds)
  })

  it('takes the year from a date', () => {
    expect(yearOf('1998-12-31T23:30:00.000Z')).toBe('1998')
  })

  it.each([
    ['1998-12-31', '', ['1998']],
    ['', '', []],
    ['', '1971-05', ['1971']],
    ['2015-02', '1971', ['1971', '2015 reissue']],
    ['1971-05-03', '1971', ['1971']],
    // A mistake: nothing comes out before it first came out.
    ['1971', '2015', ['1971']],
  ])(
    'shows the years of an album released "%s" and first "%s" (ALB-05)',
    (releaseDate, originalDate, years) => {
      expect(albumYears({ releaseDate, originalDate })).toEqual(years)
    },
  )

  it('formats a date in UTC in any time zone (ROW-05, READ-56)', () => {
    expect(dayMonthYear('2024-05-03T23:59:00.000Z')).toBe('03/05/2024')
    expect(dayMonthYear('2024-01-01T00:00:00.000Z')).toBe('01/01/2024')
  })
})
