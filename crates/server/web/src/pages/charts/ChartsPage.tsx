// Charts: depth distributions, numbers of positions, thread scaling, and the rounds of the last search.
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
        <Card title="Depth distribution">
          <LinkErrors errors={linkErrors} />
          <DepthDistribution chosen={params["count"] ?? ""} onChoose={(count) => change({ count })} />
        </Card>
        <Card title="Number of positions">
          <PositionCount chosen={params["group"] ?? ""} onChoose={(group) => change({ group })} />
        </Card>
      </div>
      <div class="column">
        <Card title="Rounds of the last search">
          {last && last.rounds.length ? (
            <>
              <p class="hint">{last.title}</p>
              <BarChart title={`Nodes of ${last.title}`} values={last.rounds.map(({ nodes }) => nodes ?? 0)} labels={last.rounds.map(({ bound }) => String(bound))} axis="bound" unit="nodes" />
            </>
          ) : (
            <p class="muted">No search yet. Find a shortest solution of a <a href="#/tiles">15-puzzle</a> or a cube, then return to this page.</p>
          )}
        </Card>
        <Card title="Thread scaling">
          <ThreadScaling bound={params["bound"] ?? ""} onBound={(bound) => change({ bound })} />
        </Card>
      </div>
    </div>
  );
}
