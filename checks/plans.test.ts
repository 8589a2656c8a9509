import { findUnexplained, findUnrecorded, HOW_TO_RECORD } from '@refrain/server/testing/plans/plan-records'
import { expect, it } from 'vitest'

it('every recorded statement has a record of its plan, and every record a statement', () => {
  const unrecorded = (['sqlite', 'postgres'] as const).flatMap(findUnrecorded)
  expect(unrecorded, HOW_TO_RECORD).toEqual([])
})

it('no statement reads a large table in full without a reason in bench/baselines/plans/full-reads.json', () => {
  expect(findUnexplained(), HOW_TO_RECORD).toEqual([])
})
