/* Tests the corpus defects of .md5mesh: lint finds what each defect says that it causes. */
#include <criterion/criterion.h>

#include "tests/unit/support/defect_run.h"
#include "validators/md5mesh/md5mesh.h"

ALL_GENERATED_DEFECTS(defect_md5mesh, &ap_md5mesh_format)

Test(defect_md5mesh, each_rule_has_a_defect)
{
    check_rules_have_defects(ap_md5mesh_format.rules);
}
