export interface Section {
  name: string
  /** First bar and number of bars. */
  from: number
  bars: number
  /** 0 to 1: how much is going on. */
  energy: number
}

/** A plan of sections, each `name:weight:energy`, spread over the bars in multiples of `unit`. */
export function planForm(bars: number, unit: number, plan: string): Section[] {
  const wishes = plan.split(' ').map(entry => {
    const [name, weight, energy] = entry.split(':') as [string, string, string]
    return { name, weight: Number(weight), energy: Number(energy) }
  })
  const total = wishes.reduce((sum, wish) => sum + wish.weight, 0)
  const sections: Section[] = []
  let weightSoFar = 0
  let from = 0
  for (const wish of wishes) {
    weightSoFar += wish.weight
    const end = weightSoFar === total ? bars : Math.round(((weightSoFar / total) * bars) / unit) * unit
    if (end > from) sections.push({ name: wish.name, from, bars: end - from, energy: wish.energy })
    from = Math.max(from, end)
  }
  return sections
}

/** The section a bar lies in. */
export function sectionAt(sections: readonly Section[], bar: number): Section {
  return (
    sections.find(section => bar >= section.from && bar < section.from + section.bars) ?? sections.at(-1)!
  )
}
