// Pictures: distances of all positions, sizes of puzzles, what threads bring, and the rounds of the last search.
import { lastRounds } from "../../model/lastSearch";
import { validateParams, isOneOf, isText } from "../../model/validateParams";
import { useParams, type Params } from "../../model/route";
import { BarChart } from "../../components/BarChart";
import { Card } from "../../components/controls";
import { LinkErrors } from "../../components/Notice";
import { DepthDistribution, COUNTED_PUZZLES } from "./DepthDistribution";
import { PositionCount } from "./PositionCount";
import { ThreadScaling } from "./ThreadScaling";

const validate = (params: Params) =>
  validateParams(params, { count: isOneOf(COUNTED_PUZZLES.map(({ name }) => name)), group: isText, bound: (text) => Number(text) > 40 && Number(text) < 70 });

export default function ChartsPage() {
  const [params, change, linkErrors] = useParams("charts", validate);
  const last = lastRounds();
  return (
    <div class="page two">
      <h1 class="visually-hidden">Charts</h1>
      <div class="column">
        <Card title="Distances from solved">
          <LinkErrors errors={linkErrors} />
          <DepthDistribution chosen={params["count"] ?? ""} onChoose={(count) => change({ count })} />
        </Card>
        <Card title="How many positions">
          <PositionCount chosen={params["group"] ?? ""} onChoose={(group) => change({ group })} />
        </Card>
      </div>
      <div class="column">
        <Card title="Rounds of the last search">
          {last && last.rounds.length ? (
            <>
              <p class="hint">{last.title}</p>
              <BarChart title={`Nodes of ${last.title}`} values={last.rounds.map(({ nodes }) => nodes ?? 0)} labels={last.rounds.map(({ bound }) => String(bound))} axis="length searched" unit="nodes" />
            </>
          ) : (
            <p class="muted">Solve something that takes several rounds, a <a href="#/tiles">15-puzzle</a> or a cube by a shortest solution, and look again.</p>
          )}
        </Card>
        <Card title="More threads">
          <ThreadScaling bound={params["bound"] ?? ""} onBound={(bound) => change({ bound })} />
        </Card>
      </div>
    </div>
  );
}
