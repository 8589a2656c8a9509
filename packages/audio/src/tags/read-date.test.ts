import type { IAudioMetadata } from 'music-metadata'
import { describe, expect, it } from 'vitest'
import { parseDate, readDates } from './read-date.ts'

describe('dates as people write them', () => {
  it.each([
    ['2004', '2004'],
    [2004, '2004'],
    [' 2004-05 ', '2004-05'],
    ['2004-05-03', '2004-05-03'],
    ['2004-05-03T10:11:12Z', '2004-05-03'],
    ['2004-05-03 10:11', '2004-05-03'],
    ['20040503', '2004-05-03'],
    ['200405', '2004-05'],
    ['2004:05:03', '2004-05-03'],
    ['2004-00-00', '2004'],
    ['2004-05-00', '2004-05'],
    ['2004-13-01', '2004'],
    ['2001-02-31', '2001-02'],
    ['2004/5', '2004-05'],
    ['2004/5/3', '2004-05-03'],
    ['2004.5.3', '2004-05-03'],
    ['05.2004', '2004-05'],
    ['5/2004', '2004-05'],
    ['03.05.2004', '2004-05-03'],
    ['3. 5. 2004', '2004-05-03'],
    ['03-05-2004', '2004-05-03'],
    ['25/12/1995', '1995-12-25'],
    ['12/25/1995', '1995-12-25'],
    ['4/4/1995', '1995-04-04'],
    // The third of April or the fourth of March.
    ['3/4/1995', '1995'],
    ['00.00.2004', '2004'],
    ['Oct 3, 1995', '1995-10-03'],
    ['October 3rd 1995', '1995-10-03'],
    ['3 October 1995', '1995-10-03'],
    ['3. Oktober 1995', '1995-10-03'],
    ['3. Okt. 1995', '1995-10-03'],
    ['Tue Oct 03 10:11:12 UTC 1995', '1995-10-03'],
    ['October 1995', '1995-10'],
    ['Sept. 1995', '1995-09'],
    ['1er février 1995', '1995-02-01'],
    ['3 октября 1995', '1995-10-03'],
    ['1995年10月3日', '1995-10-03'],
    ['２００４年', '2004'],
    ['circa 1968', '1968'],
    ['c. 1968', '1968'],
    ['ca.1968', '1968'],
    ['c1968', '1968'],
    ['1968?', '1968'],
    ['[1968]', '1968'],
    ['℗ 1968', '1968'],
    ['1968-1972', '1968'],
    ['1968-72', '1968'],
    ['1968 (remastered 2015)', '1968'],
    ['0000', ''],
    ['0000-00-00', ''],
    ['0', ''],
    [0, ''],
    ['', ''],
    [undefined, ''],
    [Number.NaN, ''],
    ['unknown', ''],
    ['196x', ''],
    ["'68", ''],
    ['0310', ''],
    ['3001', ''],
    ['123456789', ''],
    [{ year: 1995 }, ''],
  ])('reads %j as "%s"', (text, date) => {
    expect(parseDate(text)).toBe(date)
  })

  it('reads no more than the start of a long text', () => {
    expect(parseDate('1'.repeat(100_000))).toBe('')
    expect(parseDate(`${'x'.repeat(100_000)} 1995`)).toBe('')
  })

  it('reads the year, and day and month, from the frames of ID3v2.3', () => {
    const dates = (tags: Record<string, string>, common = {}) =>
      readDates({
        common: { ...common },
        native: { 'ID3v2.3': Object.entries(tags).map(([id, value]) => ({ id, value })) },
      } as unknown as IAudioMetadata)
    expect(dates({ TYER: '1995', TDAT: '0310' })).toEqual({ date: '1995-10-03', originalDate: '' })
    expect(dates({ TYER: '1995', TDAT: '9999' }).date).toBe('1995')
    expect(dates({ TDAT: '0310' }).date).toBe('')
    expect(dates({ TYER: 'circa 1968', TORY: 'c. 1961' })).toEqual({ date: '1968', originalDate: '1961' })
    expect(dates({}, { date: '0000', year: 1995 }).date).toBe('1995')
  })
})
