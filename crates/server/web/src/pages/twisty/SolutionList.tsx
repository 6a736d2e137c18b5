// All solutions of one length; the selected one is replayed.
interface SolutionListProps { solutions: string[]; chosen: string; onChoose(solution: string): void }

export function SolutionList({ solutions, chosen, onChoose }: SolutionListProps) {
  return (
    <ol class="solutions" aria-label="Solutions">
      {solutions.map((solution, i) => (
        <li key={i}>
          <button type="button" class={solution === chosen ? "on" : ""} aria-pressed={solution === chosen} onClick={() => onChoose(solution)}>
            {solution}
          </button>
        </li>
      ))}
    </ol>
  );
}
