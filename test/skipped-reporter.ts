import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { isInstalled, missingLines, optionalPrograms, type ProgramName } from './programs.ts'

/** After a run of all tests, lists the skipped parts and how to install the programs that they need. */
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

/** The outermost skipped names in each file, which name the missing program. */
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
