import { useReducer } from 'react'
import { useLocation } from 'react-router'

/** Lists that were opened whole, by the key of their place in the history and their name. */
const opened = new Set<string>()

/** Whether all of a list is shown, and how to show it; Back finds it as it was left. */
export function useShownAll(list: string): readonly [boolean, () => void] {
  const { key } = useLocation()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const place = `${key} ${list}`
  return [
    opened.has(place),
    () => {
      opened.add(place)
      redraw()
    },
  ]
}
