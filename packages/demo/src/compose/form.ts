export interface Section {
  name: string
  /** First bar and number of bars. */
  from: number
  bars: number
  /** Intensity, 0 to 1. */
  energy: number
}

/** Divides the bars into sections (`name:weight:energy`, space-separated), each a multiple of `unit` bars. */
export function planForm(bars: number, unit: number, plan: string): Section[] {
  const entries = plan.split(' ').map(text => {
    const [name, weight, energy] = text.split(':') as [string, string, string]
    return { name, weight: Number(weight), energy: Number(energy) }
  })
  const total = entries.reduce((sum, entry) => sum + entry.weight, 0)
  const sections: Section[] = []
  let weightSoFar = 0
  let from = 0
  for (const entry of entries) {
    weightSoFar += entry.weight
    const end = weightSoFar === total ? bars : Math.round(((weightSoFar / total) * bars) / unit) * unit
    if (end > from) sections.push({ name: entry.name, from, bars: end - from, energy: entry.energy })
    from = Math.max(from, end)
  }
  return sections
}

export function sectionAt(sections: readonly Section[], bar: number): Section {
  return (
    sections.find(section => bar >= section.from && bar < section.from + section.bars) ?? sections.at(-1)!
  )
}
