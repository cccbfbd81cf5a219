import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { isInstalled, missingLines, optionalPrograms, type ProgramName } from './programs.ts'

/** Says at the end of a run of all tests which parts were skipped, and how to get what they need. */
export class SkippedReporter implements Reporter {
  private chosen = false

  onInit({ config }: Vitest): void {
    // Who asks for certain tests knows that the others do not run.
    this.chosen = config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.chosen) return
    const names = Object.keys(optionalPrograms) as ProgramName[]
    const missing = missingLines(
      names.filter((name) => !isInstalled(name)),
      process.platform,
    )
    const skipped = skippedLines(modules)
    for (const lines of [skipped, missing]) if (lines.length > 0) console.log(`\n${lines.join('\n')}`)
  }
}

/** The outermost names of what was skipped in each file, which say what it needs. */
function skippedLines(modules: readonly TestModule[]): string[] {
  const lines = modules.flatMap((module) => {
    const parts = [...module.children.allTests('skipped')].map(
      ({ fullName }) => fullName.split(' > ')[0] ?? '',
    )
    const counted = Map.groupBy(parts, (part) => part)
    return [...counted].map(([part, all]) => `  ${module.relativeModuleId}: ${part} (${all.length})`)
  })
  return lines.length === 0 ? [] : ['Skipped tests, by what they are about:', ...lines]
}
